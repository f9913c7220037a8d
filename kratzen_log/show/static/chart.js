// The evening as a small chart: a line per player, a column per deal that leads there.

function spread(wanted, gap, low, high) {
  const order = wanted.map((y, place) => ({ y, place })).sort((a, b) => a.y - b.y);
  let last = low - gap;
  for (const one of order) { one.y = Math.max(one.y, last + gap); last = one.y; }
  let next = high + gap;
  for (const one of order.slice().reverse()) { one.y = Math.min(one.y, next - gap); next = one.y; }
  const found = [];
  for (const one of order) found[one.place] = one.y;
  return found;
}

function ticks(low, high) {
  const rough = Math.max((high - low) / 4, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const found = [];
  for (let value = Math.ceil(low / size) * size; value <= high; value += size) found.push(value);
  return found;
}

function drawChart(view, at) {
  const { frames, voice } = view;
  const { chart } = frames;
  if (!chart || !chart.points.length || !chart.points.some((point) => point.stacks)) return null;
  const wide = view.narrow ? 380 : 860;
  const tall = view.narrow ? 190 : 150;
  const box = { left: 34, right: 86, top: 12, bottom: 24 };
  const values = [chart.start, ...chart.points.map((point) => point.stacks)];
  const numbers = values.flatMap((row) => row || []);
  const low = Math.min(...numbers);
  const high = Math.max(...numbers, low + 1);
  const x = (place) => box.left + ((wide - box.left - box.right) * place) / Math.max(values.length - 1, 1);
  const y = (value) => tall - box.bottom - ((tall - box.top - box.bottom) * (value - low)) / (high - low);
  const current = dealAt(frames, at);
  const column = (wide - box.left - box.right) / Math.max(values.length - 1, 1);
  const band = (place) => {
    const from = Math.max(x(place) - column / 2, box.left);
    return { x: from, width: Math.min(x(place) + column / 2, wide - box.right + 3) - from, y: box.top - 6, height: tall - box.top - box.bottom + 6 };
  };
  const lines = frames.players.map((_name, seat) => {
    const known = values.flatMap((row, place) => (row ? [[x(place), y(row[seat])]] : []));
    return s("path", { class: `kl-line kl-seat-${seat}`, d: `M${known.map((spot) => spot.map(round).join(" ")).join("L")}` });
  });
  const lastRow = values.filter(Boolean).pop();
  const names = spread(lastRow.map(y), 14, box.top + 2, tall - box.bottom);
  const svg = s("svg", { viewBox: `0 0 ${wide} ${tall}`, class: "kl-chart", role: "group", "aria-label": voice.word(frames.pot ? "chart_chips" : "chart_points") },
    ticks(low, high).map((value) => [
      s("line", { x1: box.left, x2: wide - box.right, y1: y(value), y2: y(value), class: "kl-grid" }),
      s("text", { x: box.left - 5, y: y(value) + 4, class: "kl-axis", "text-anchor": "end" }, String(value))]),
    s("rect", { ...band(current + 1), class: "kl-here" }),
    lines,
    frames.players.map((_name, seat) => s("text", { x: wide - box.right + 6, y: names[seat] + 4, class: `kl-line-name kl-seat-${seat}` }, fitted(view.name(seat), box.right - 8, 12, 12)[0])),
    chart.points.map((point, place) => {
      const { no } = frames.deals[place];
      const said = point.stacks ? `${voice.word("deal", { n: no })}: ${voice.nums(point.stacks)}` : voice.word("deal", { n: no });
      return [
        point.wrong ? s("circle", { cx: x(place + 1), cy: tall - box.bottom + 5, r: 3, class: "kl-wrong" }) : null,
        showsNumber(place, chart.points.length) ? s("text", { x: x(place + 1), y: tall - 4, class: "kl-axis", "text-anchor": "middle" }, String(no)) : null,
        s("rect", {
          ...band(place + 1), class: "kl-column", role: "button", tabindex: place === current ? 0 : -1,
          "aria-label": said, onclick: () => view.go(frames.deals[place].last), "data-deal": no,
        }, s("title", {}, said))];
    }));
  return section(view, "evening", voice.word("chart"), svg, h("p", { class: "kl-hint" }, voice.word(frames.pot ? "chart_chips" : "chart_points")));
}

function showsNumber(place, count) {
  const every = Math.ceil(count / 10);
  return place % every === 0 || place === count - 1;
}
