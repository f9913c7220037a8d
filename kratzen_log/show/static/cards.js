// Cards: the drawings of the deck as a sprite, and a card where it lies.

function deckSprite(deck, pack, lang, prefix) {
  const letters = deck.letters[lang] || {};
  const used = new Set();
  const symbols = Object.entries({ ...deck.cards[pack], back: deck.back }).map(([key, placed]) => {
    const parts = placed.map(([name, x, y, scale, turn, paint]) => {
      const symbol = letters[name] || name;
      used.add(symbol);
      const where = [x || y ? `translate(${x} ${y})` : "", turn ? `rotate(${turn})` : "", scale !== 1 ? `scale(${scale})` : ""].filter(Boolean).join(" ");
      return s("use", { href: `#${prefix}-x-${symbol}`, transform: where || null, class: paint ? `kl-c-${paint}` : null });
    });
    return s("symbol", { id: `${prefix}-${key}`, viewBox: `0 0 ${deck.size[0]} ${deck.size[1]}` },
      s("g", { "stroke-linecap": "round", "stroke-linejoin": "round" }, parts));
  });
  const shapes = [...used].map((name) => s("g", { id: `${prefix}-x-${name}` }, deck.symbols[name].map((part) => deckPath(part))));
  return s("svg", { width: 0, height: 0, class: "kl-sprite", "aria-hidden": "true" }, s("defs", {}, shapes), symbols);
}

function deckPath([fill, stroke, width, path]) {
  const borrowed = (paint) => paint === "ink" || paint === "suit";
  const classes = [];
  if (fill && !borrowed(fill)) classes.push(`kl-f-${fill}`);
  if (stroke && !borrowed(stroke)) classes.push(`kl-s-${stroke}`);
  return s("path", {
    d: path, class: classes.join(" ") || null, fill: !fill ? "none" : borrowed(fill) ? "currentColor" : null,
    stroke: stroke && borrowed(stroke) ? "currentColor" : null, "stroke-width": stroke ? width : null,
  });
}

function cardTokens(deck, pack) {
  return Object.keys(deck.cards[pack]);
}

// A card with its middle at x, y. `key` follows it from step to step.
function cardNode(view, card, { x, y, width, turn = 0, key = null, label = true, classes = "", attributes = {} }, ...more) {
  const height = width * 1.6;
  const token = card < 0 ? "back" : view.tokens[card];
  const named = label && card >= 0;
  return s("g", {
    class: `kl-card ${classes}`.trim(), transform: `translate(${round(x)} ${round(y)})${turn ? ` rotate(${round(turn)})` : ""}`,
    role: named ? "img" : null, "aria-label": named ? view.voice.card(card) : null, "aria-hidden": named ? null : "true",
    "data-key": key, "data-x": round(x), "data-y": round(y), "data-turn": round(turn), "data-width": width, "data-card": card < 0 ? null : token,
    ...attributes,
  },
  s("use", { href: `#${view.prefix}-${token}`, x: round(-width / 2), y: round(-height / 2), width, height: round(height) }),
  more);
}

function suitMark(view, suit, x, y, size) {
  const names = view.pack === "german" ? ["acorns", "leaves", "hearts", "bells"] : ["clubs", "spades", "hearts", "diamonds"];
  if (suit < 0 || suit > 3) return null;
  return s("g", { class: `kl-c-${names[suit]} kl-suit`, transform: `translate(${x} ${y}) scale(${size / 32})`, "aria-hidden": "true" },
    view.deck.symbols[names[suit]].map((part) => deckPath(part)));
}
