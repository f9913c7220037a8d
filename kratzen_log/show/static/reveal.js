// The end of a deal: what was turned, put away, swapped away, and the talon, in the middle of the table.

function drawReveal(scene) {
  const { view, state } = scene;
  const { layout, voice, narrow } = view;
  const [x, y, room] = layout.reveal;
  const wide = view.frames.pot ? room - (narrow ? 110 : 180) : room;
  const shown = (scene.deal.dealt || []).some((hand) => hand.length);
  const rows = [
    ["turned", state.turned], ["put_away", state.put_away], ["discarded", state.discarded], ["talon", state.talon || []],
  ].filter(([, many]) => many.length);
  const few = rows.reduce((sum, [, cards]) => sum + cards.length, 0) < 10;
  const size = narrow ? (few ? 34 : 26) : few ? 56 : 40;
  const tall = size * 1.6 + (narrow ? 16 : 26);
  const groups = pack(rows, wide - 40, size);
  const top = y - (groups.length * tall) / 2 + (narrow ? 8 : 4);
  return [shown ? label(x, top - (narrow ? 12 : 30), voice.word("original"), "kl-reveal-title") : null, groups.map((group, line) => {
    const total = group.reduce((sum, one) => sum + one.wide, 0) + (group.length - 1) * 28;
    let left = x - total / 2;
    return group.map(({ key, many, gap, wide: own }) => {
      const start = left;
      left += own + 28;
      return s("g", {}, label(start + own / 2, top + line * tall + (narrow ? 6 : 8), voice.word(key), "kl-note"),
        many.map((card, place) => cardNode(view, card, { x: start + size / 2 + place * gap, y: top + line * tall + (narrow ? 12 : 18) + size * 0.8, width: size })));
    });
  })];
}

// Rows of cards side by side where they fit.
function pack(rows, room, size) {
  const lines = [];
  let used = Infinity;
  for (const [key, many] of rows) {
    const gap = many.length > 5 ? Math.min(size * 0.6, (room - size) / (many.length - 1)) : size * 0.7;
    const wide = Math.max(size + gap * (many.length - 1), size * 2);
    if (used + wide + 28 > room) { lines.push([]); used = -28; }
    lines[lines.length - 1].push({ key, many, gap, wide });
    used += wide + 28;
  }
  return lines;
}
