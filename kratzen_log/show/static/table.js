// The card table of one step. Everything shown stands in the frames; nothing is worked out from rules.

const ACTS = new Set(["play", "call", "bid", "swap", "put_away", "trump", "dealer_call"]);
const HAND = 5;
const WON = /^(over|end_over|end_agreed)(_one)?$/;

function seatPlace(view, seat, what) {
  const { frames, layout, base } = view;
  const count = frames.players.length;
  return layout[what][count][(seat - base + count) % count];
}

function has(mask, seat) {
  return Math.floor(mask / 2 ** seat) % 2 === 1;
}

function drawTable(view, at) {
  const { frames, layout, voice } = view;
  const step = frames.steps[at];
  const state = view.tables[at];
  const deal = frames.deals[dealAt(frames, at)];
  const height = typeof layout.height === "number" ? layout.height : layout.height[frames.players.length];
  const scene = { view, step, state, deal, at, before: view.tables[at - 1] || state, height };
  return s("svg", { viewBox: `0 0 ${layout.width} ${height}`, class: "kl-table", role: "group", "aria-label": voice.word("table") },
    drawFelt(scene), drawInfo(scene),
    frames.players.map((_name, seat) => drawSeat(scene, seat)),
    step.reveal ? drawReveal(scene) : drawTrick(scene), drawChips(scene));
}

function drawFelt({ view, height }) {
  const { layout, prefix } = view;
  const narrow = view.narrow;
  const edge = narrow ? 2 : 8;
  const rim = narrow ? 10 : 18;
  const x = narrow ? edge : 78;
  const y = narrow ? 96 : 40;
  const w = layout.width - 2 * x;
  const tall = (narrow ? 262 : height - 92) ;
  const radius = Math.min(w, tall) / (narrow ? 6 : 2.4);
  const stop = (offset, name) => s("stop", { offset, class: name });
  return s("g", { "aria-hidden": "true" },
    s("defs", {},
      s("radialGradient", { id: `${prefix}-felt`, cx: "50%", cy: "45%", r: "65%" }, stop(0, "kl-felt-1"), stop(1, "kl-felt-2")),
      s("linearGradient", { id: `${prefix}-rim`, x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, "kl-rim-1"), stop(1, "kl-rim-2"))),
    s("rect", { x, y, width: w, height: tall, rx: radius, fill: `url(#${prefix}-rim)`, class: "kl-rim" }),
    s("rect", { x: x + rim, y: y + rim, width: w - 2 * rim, height: tall - 2 * rim, rx: Math.max(radius - rim, 8), fill: `url(#${prefix}-felt)` }),
    s("rect", { x: x + rim + 7, y: y + rim + 7, width: w - 2 * rim - 14, height: tall - 2 * rim - 14, rx: Math.max(radius - rim - 7, 4), class: "kl-seam" }));
}

// --- what lies in the middle ---------------------------------------------------------------------------------------

function drawInfo(scene) {
  if (scene.step.reveal && !scene.view.narrow) return drawPot(scene);
  return [drawPack(scene), drawTrumps(scene), drawPot(scene), drawAway(scene)];
}

// Before anything is dealt the pack lies in front of the dealer.
function drawPack({ view, state, step, at }) {
  const { frames, layout } = view;
  const begun = at >= frames.deals[dealAt(frames, at)].first && ["deal", "ledger"].includes(step.kind);
  const dealt = frames.players.some((_name, seat) => (state[`hand${seat}`] || []).length || (state.hidden || [])[seat] || (state.taken || [])[seat]);
  if (!begun || dealt || step.reveal || state.dealer < 0 || state.turned.length) return null;
  const [x, y] = seatPlace(view, state.dealer, "trick");
  return s("g", { class: "kl-pack" }, Array.from({ length: 6 }, (_none, place) => cardNode(view, -1, { x: x - place * 1.6, y: y - place * 1.6, width: layout.card })));
}

function drawTrumps({ view, state, step }) {
  const { layout, voice, narrow } = view;
  const size = narrow ? 32 : 56;
  const parts = [];
  if (step.reveal && narrow) return null;
  if (state.talon_left > 0) {
    const [x, y] = layout.talon;
    const depth = Math.min(3, state.talon_left);
    const backs = Array.from({ length: depth }, (_none, place) => cardNode(view, -1, { x: x - place * 2, y: y - place * 2, width: size }));
    parts.push(s("g", { role: "img", "aria-label": `${voice.word("talon")}: ${voice.word("hidden", { n: state.talon_left })}` }, backs,
      label(x - 2, y - size * 0.8 - (narrow ? 8 : 11), `${voice.word("talon")} ${state.talon_left}`, "kl-note")));
  }
  state.turned.forEach((card, place) => {
    const [x, y] = layout.turned;
    parts.push(cardNode(view, card, { x: x - place * 12, y: y + place * 4, width: size, key: `c${card}`, turn: -3 }));
  });
  if (state.trump >= 0) {
    const [x, y] = layout.trumps;
    const name = state.trump === 4 ? voice.suit(4) : voice.suit(state.trump);
    const tall = narrow ? 22 : 34;
    const wide = name.length * (narrow ? 6.6 : 9.4) + tall * 1.6;
    parts.push(s("g", { class: "kl-trumps" },
      s("rect", { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall, rx: tall / 2, class: "kl-badge" }),
      suitMark(view, state.trump, x - wide / 2 + tall / 2 + 3, y, tall * 0.66),
      label(x + (state.trump === 4 ? 0 : tall / 2.6), y + (narrow ? 4 : 6), name, "kl-badge-text"),
      s("title", {}, `${voice.word("trumps")}: ${name}`)));
  }
  return parts;
}

function drawPot({ view, state }) {
  if (!view.frames.pot || state.pot === null || state.pot === undefined) return null;
  const { layout, voice, narrow } = view;
  const [x, y] = layout.pot;
  const size = narrow ? 0.62 : 1;
  const chips = Math.min(5, Math.ceil(state.pot / 10));
  return s("g", { class: "kl-pot", role: "img", "aria-label": `${voice.word("pot")}: ${state.pot} ${voice.word("chips")}` },
    s("g", { transform: `translate(${x} ${y}) scale(${size})` },
      Array.from({ length: chips }, (_none, place) => chip(-20, 6 - place * 7, place)),
      Array.from({ length: Math.max(0, chips - 2) }, (_none, place) => chip(18, 10 - place * 7, place + 1))),
    label(x, y + (narrow ? 30 : 44), `${voice.word("pot")} ${state.pot}`, "kl-pot-text"));
}

function chip(x, y, colour) {
  return s("g", { class: `kl-chip kl-chip-${colour % 3}` },
    s("ellipse", { cx: x, cy: y + 5, rx: 18, ry: 9, class: "kl-chip-side" }),
    s("ellipse", { cx: x, cy: y, rx: 18, ry: 9 }), s("ellipse", { cx: x, cy: y, rx: 11, ry: 5.2, class: "kl-chip-ring" }));
}

function drawAway({ view, state, step }) {
  const { layout, voice, narrow } = view;
  const [x, y] = layout.away;
  if (step.reveal && narrow) return null;
  const rows = [["put_away", state.put_away], ["discarded", state.discarded]].filter(([, many]) => many.length);
  return rows.map(([key, many], row) => {
    const top = y + row * (narrow ? 56 : 84) + (view.frames.pot ? 0 : narrow ? -70 : -120);
    const gap = Math.min(narrow ? 14 : 24, (narrow ? 44 : 84) / many.length);
    return s("g", {}, label(x, top - (narrow ? 24 : 35), voice.word(key), "kl-note"),
      many.map((card, place) => cardNode(view, card, {
        x: x + (place - (many.length - 1) / 2) * gap, y: top, width: layout.small, key: card >= 0 ? `c${card}` : null,
      })));
  });
}

// --- seats -----------------------------------------------------------------------------------------------------------

function drawSeat(scene, seat) {
  const { view, state } = scene;
  const { voice } = view;
  const hand = handOf(scene, seat);
  const [x, y] = seatPlace(view, seat, "seats");
  const out = has(state.out, seat) || (state.seats > 0 && !has(state.seats, seat));
  return s("g", { class: `kl-seat${out ? " kl-out" : ""}`, role: "group", "aria-label": voice.word("hand_of", { name: view.name(seat) }) },
    drawHand(scene, seat, hand, x, y), drawPlate(scene, seat, x, y));
}

// The cards a seat shows: before a play with the card still in place; at the end as dealt.
function handOf({ view, step, state, before, deal }, seat) {
  const dealt = (deal.dealt || [])[seat] || [];
  if (step.reveal) return { cards: dealt, hidden: deal.dealt && has(state.seats, seat) ? Math.max(0, HAND - dealt.length) : 0 };
  if (step.kind === "play" && step.seat === seat) {
    const cards = before[`hand${seat}`] || [];
    const known = !view.sees(seat) || cards.includes(step.card) || step.card === undefined;
    return { cards: known ? cards : [...cards, step.card], hidden: before.hidden[seat] || 0 };
  }
  return { cards: state[`hand${seat}`] || [], hidden: (state.hidden || [])[seat] || 0 };
}

function drawHand(scene, seat, { cards, hidden }, x, y) {
  const { view, step, at } = scene;
  const { layout } = view;
  const all = [...cards, ...Array.from({ length: hidden }, () => -1)];
  const gap = Math.min(layout.step, ((layout.step * 4) / Math.max(all.length - 1, 1)));
  const acting = step.kind === "play" && step.seat === seat && view.sees(seat);
  const legal = acting ? step.legal || [] : [];
  const fresh = step.seat === seat ? freshCards(step) : [];
  const proof = acting ? (step.faults || []).flatMap((place) => view.frames.findings[place].proof || []) : [];
  return all.map((card, place) => {
    const off = place - (all.length - 1) / 2;
    const lifted = (acting && legal.includes(card)) || (card >= 0 && fresh.includes(card));
    const ghost = acting && card === step.card;
    const classes = [];
    if (fresh.includes(card)) classes.push("kl-fresh");
    if (acting && step.duty) classes.push(lifted ? "kl-legal" : "kl-illegal");
    if (ghost) classes.push("kl-ghost");
    if (proof.includes(card)) classes.push("kl-proof");
    if (card >= 0 && view.chosen === card && view.chosenAt === at) classes.push("kl-chosen");
    const spot = {
      x: x + off * gap, y: y + (layout.fan ? off * off * 1.3 : 0) - (lifted ? (view.narrow ? 5 : 9) : 0), turn: off * layout.fan, width: layout.card,
      key: card < 0 ? `h${seat}-${place}` : ghost ? null : `c${card}`, classes: classes.join(" "),
      attributes: card < 0 ? {} : {
        role: "button", tabindex: acting ? 0 : -1, "aria-pressed": String(view.chosen === card && view.chosenAt === at),
        onclick: () => view.choose(card, seat), onmouseenter: () => view.hover(card, seat), onmouseleave: () => view.hover(null, seat),
      },
    };
    return cardNode(view, card, spot, ring(spot.width, classes));
  });
}

// What a hand has just got: cards drawn in a swap, cards the dealer took.
function freshCards({ kind, facts }) {
  return (kind === "swap" ? facts.drawn : kind === "take" ? facts.cards : null) || [];
}

function ring(width, classes) {
  if (!classes.length) return null;
  const height = width * 1.6;
  return s("rect", { x: -width / 2, y: -height / 2, width, height, rx: width * 0.075, class: "kl-ring", "aria-hidden": "true" });
}

function drawPlate(scene, seat, x, y) {
  const { view, state, step } = scene;
  const { layout, voice, narrow, frames } = view;
  const [wide, tall] = layout.plate;
  const left = x - wide / 2;
  const top = y + layout.card * 0.8 + (narrow ? 4 : 7);
  const acts = step.seat === seat && ACTS.has(step.kind);
  const due = acts || (state.due === seat && !ACTS.has(step.kind));
  const stack = state.stacks ? String(state.stacks[seat]) : "?";
  const dealer = state.dealer === seat;
  const disc = tall * 0.26;
  const inner = dealer ? disc * 2 + 8 : 0;
  const stackEnd = frames.pot ? (narrow ? 25 : 33) : 12;
  const room = wide - inner - 10 - stackEnd - stack.length * (narrow ? 9.5 : 12.5) - 8;
  const [shown, size] = fitted(view.name(seat), room, narrow ? 15 : 18, narrow ? 11 : 13);
  const status = statusOf(scene, seat, acts);
  const single = !status && !((state.taken || [])[seat] > 0);
  const line1 = top + tall * (single ? 0.64 : 0.42);
  const line2 = top + tall * 0.84;
  return s("g", { class: `kl-plate${due || wins(step, seat) ? " kl-due" : ""}` },
    s("rect", { x: left, y: top, width: wide, height: tall, rx: narrow ? 8 : 11 }),
    dealer ? s("g", { role: "img", "aria-label": voice.word("dealer") },
      s("circle", { cx: left + disc + 7, cy: top + tall / 2, r: disc + 2, class: "kl-dealer" }),
      label(left + disc + 7, top + tall / 2 + (narrow ? 4 : 5), voice.word("dealer_mark"), "kl-dealer-text")) : null,
    s("text", { x: left + inner + 10, y: line1, class: "kl-name", "font-size": size }, shown, s("title", {}, view.name(seat))),
    frames.pot ? s("g", { transform: `translate(${left + wide - (narrow ? 15 : 19)} ${line1 - (narrow ? 5 : 7)}) scale(${narrow ? 0.42 : 0.55})` }, chip(0, 0, seat)) : null,
    s("text", { x: left + wide - stackEnd, y: line1, class: "kl-stack", "text-anchor": "end" }, stack),
    s("text", { x: left + inner + 10, y: line2, class: "kl-status" }, status),
    pile(scene, seat, left + wide - 10, top + tall * 0.72), change(scene, seat, x, top));
}

// Whether the session ends at this step and the seat wins it.
function wins(step, seat) {
  return WON.test(step.key) && has(step.facts.winners || 0, seat);
}

function statusOf({ view, state, step }, seat, acts) {
  const { voice, frames } = view;
  if (wins(step, seat)) return voice.word("wins");
  if (state.seats > 0 && !has(state.seats, seat)) return voice.word("away");
  if (has(state.out, seat)) return voice.word(`out_${frames.game}`);
  const parts = [];
  if (state.bettler === seat) parts.push(voice.word("bettler"));
  if (state.bid > 0 && state.bidder === seat) parts.push(voice.word("bid", { n: state.bid }));
  if (acts) parts.push(voice.word(step.kind === "play" ? "plays_now" : "acts"));
  else if (state.due === seat && !step.reveal) parts.push(voice.word(ACTS.has(step.kind) ? "due_next" : "due"));
  else if (!parts.length && has(state.rebuilt, seat) && state[`hand${seat}`].length && !view.narrow && !step.reveal) parts.push(voice.word("rebuilt"));
  return parts.join(" · ");
}

// Tricks taken, as small cards.
function pile({ view, state }, seat, right, y) {
  const count = (state.taken || [])[seat] || 0;
  if (!count) return null;
  const size = view.narrow ? 0.8 : 1;
  return s("g", { class: "kl-pile", role: "img", "aria-label": view.voice.tricks(count) },
    Array.from({ length: count }, (_none, place) =>
      s("rect", { x: right - 10 * size - place * 11 * size, y: y - 6 * size, width: 9 * size, height: 13 * size, rx: 1.6 })));
}

// What the ledger moves for a seat: at a step of the ledger its row, at the end the sum of the deal.
function change(scene, seat, x, top) {
  const { view, step } = scene;
  const { voice, narrow } = view;
  let text = "";
  let amount = 0;
  if (step.moved && step.moved[0] === seat) {
    amount = step.moved[2];
    text = `${voice.change(amount)} ${voice.word(`reason_${step.moved[1]}`)}`;
  } else if (step.reveal && step.kind !== "ledger") {
    amount = sums(scene).get(seat) || 0;
    text = amount ? voice.change(amount) : "";
  }
  const said = step.seat === seat ? saidOf(voice, step) : "";
  if (!text && !said) return null;
  if (!text) return bubble(view, x, top, said);
  const wide = text.length * (narrow ? 7 : 9.2) + 18;
  const tall = narrow ? 20 : 26;
  const good = view.frames.pot ? amount > 0 : amount < 0;
  return s("g", { class: `kl-change ${good ? "kl-gain" : "kl-loss"}`, "aria-hidden": "true" },
    s("rect", { x: x - wide / 2, y: top - tall - (narrow ? 2 : 4), width: wide, height: tall, rx: tall / 2 }), label(x, top - (narrow ? 8 : 12), text, "kl-change-text"));
}

// A word said at the table, as a bubble.
function saidOf(voice, step) {
  if (step.key === "bid" || step.key === "bid_dealer") return String(step.facts.bid ?? "");
  const key = `said_${step.key}`;
  return voice.texts.words[key] ? voice.word(key) : "";
}

function bubble({ narrow }, x, top, text) {
  const wide = text.length * (narrow ? 7.5 : 9.6) + 26;
  const tall = narrow ? 22 : 30;
  const y = top - tall - (narrow ? 5 : 8);
  return s("g", { class: "kl-bubble", "aria-hidden": "true" },
    s("path", { d: `M${x - 7} ${y + tall - 1}L${x} ${y + tall + 8}L${x + 7} ${y + tall - 1}Z` }),
    s("rect", { x: x - wide / 2, y, width: wide, height: tall, rx: tall / 2 }), label(x, y + tall / 2 + (narrow ? 4 : 6), text, "kl-bubble-text"));
}

function sums({ view, deal, at }) {
  const total = new Map();
  for (const step of view.frames.steps.slice(deal.first, at + 1)) {
    if (step.moved) total.set(step.moved[0], (total.get(step.moved[0]) || 0) + step.moved[2]);
  }
  return total;
}

// --- the trick -------------------------------------------------------------------------------------------------------

function drawTrick(scene) {
  const { view, step, state } = scene;
  const { voice, layout } = view;
  const swept = step.kind === "trick";
  const many = state.trick || [];
  if (!many.length || !(swept || step.kind === "play")) return null;
  const lying = many.map(([seat, card], place) => ({ seat, card, place }));
  if (swept) lying.sort((a, b) => (a.seat === state.winning) - (b.seat === state.winning));
  return s("g", { role: "group", "aria-label": voice.word("on_table") }, lying.map(({ seat, card, place }) => {
    let [x, y] = seatPlace(view, seat, "trick");
    if (swept) {
      const [tx, ty] = seatPlace(view, taker(scene), "trick");
      const inward = view.narrow ? 0.5 : 0.3;
      x = tx + (layout.centre[0] - tx) * inward + (place - (many.length - 1) / 2) * layout.card * 0.3;
      y = ty + (layout.centre[1] - ty) * inward * 0.4;
    }
    const bad = step.kind === "play" && step.verdict === "illegal" && step.card === card && step.seat === seat;
    const best = state.winning === seat;
    const classes = [bad ? "kl-bad" : "", best ? "kl-best" : "", !swept && step.card === card && step.kind === "play" ? "kl-new" : ""].filter(Boolean);
    const node = cardNode(view, card, { x, y, width: layout.card, key: card >= 0 ? `c${card}` : `t${seat}`, turn: swept ? (place - 2) * 3 : 0, classes: classes.join(" ") },
      ring(layout.card, bad || best ? classes : []));
    if (card >= 0) node.append(s("desc", {}, voice.word("played_by", { name: view.name(seat) })));
    return node;
  }));
}

function taker({ view, at, state, step }) {
  const before = view.tables[at - 1];
  const more = (state.taken || []).findIndex((count, seat) => before && count > (before.taken[seat] || 0));
  return more >= 0 ? more : step.seat;
}

// --- text ------------------------------------------------------------------------------------------------------------

function label(x, y, text, name) {
  return s("text", { x: round(x), y: round(y), class: name, "text-anchor": "middle" }, text);
}

// About how wide a text is, in units of its size, in bold.
function textWidth(text) {
  let wide = 0;
  for (const char of text) {
    wide += /[\u2066-\u2069]/.test(char) ? 0 : /[ilIj.,:;'|!\s]/.test(char) ? 0.38 : /[mwMW@%]/.test(char) ? 1.04 : /[A-ZÄÖÜ&<>=+]/.test(char) ? 0.82 : char < "\u0250" ? 0.68 : 1;
  }
  return wide;
}

// A text that fits: smaller at first, then cut; with the font size.
function fitted(text, room, size, least) {
  const fits = Math.min(size, room / Math.max(textWidth(text), 0.1));
  if (fits >= least) return [text, round(fits)];
  let kept = "";
  for (const char of text) {
    if ((textWidth(kept + char) + 0.8) * least > room) break;
    kept += char;
  }
  return [`${kept}…`, least];
}

// Chips on their way at a step of the ledger; only seen while they move.
function drawChips({ view, step }) {
  if (!view.frames.pot || !step.moved || !step.moved[2]) return null;
  const [sx, sy] = seatPlace(view, step.moved[0], "seats");
  const [px, py] = view.layout.pot;
  const [from, to] = step.moved[2] < 0 ? [[sx, sy], [px, py]] : [[px, py], [sx, sy]];
  return s("g", { class: "kl-fly", "data-from": from.join(" "), "data-to": to.join(" "), transform: `translate(${to[0]} ${to[1]})`, opacity: 0, "aria-hidden": "true" }, chip(0, 0, step.moved[0]));
}
