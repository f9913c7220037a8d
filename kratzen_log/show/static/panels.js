// Beside the table: what happened and why, what was wrong, the plays and the ledger as tables.

function section(view, name, title, ...content) {
  return h("section", { class: `kl-section kl-${name}`, "aria-label": title }, heading(view, title), content);
}

function heading(view, text) {
  return h(`h${view.level + 1}`, {}, text);
}

function ruleNote(view, rule) {
  const known = view.voice.texts.rules[rule];
  if (!known) return rule ? h("p", { class: "kl-rule" }, rule) : null;
  return h("details", { class: "kl-rule" }, h("summary", {}, view.voice.word("rule", { id: rule, title: known[0] })), h("p", {}, known[1]));
}

// --- why -------------------------------------------------------------------------------------------------------------

// The answer of the frames for one card of one seat.
function whyCard(view, at, card, seat) {
  const { frames } = view;
  const step = frames.steps[at];
  const { texts } = view.voice;
  const say = (key, facts) => view.voice.fill(texts.why[key], facts);
  if (step.kind !== "play") return { verdict: "", text: say("no_play", {}), rule: "" };
  if (step.seat !== seat) return { verdict: "", text: say("no_turn", { due: step.seat }), rule: "" };
  const group = (step.why || []).find(([, , cards]) => cards.includes(card));
  const held = (view.tables[at - 1] || {})[`hand${seat}`] || [];
  if (step.verdict === "illegal" && step.card === card && !held.includes(card)) return { verdict: "no", text: say("no_hand", { seat, card }), rule: "C-1" };
  if (!group) return { verdict: "", text: say("no_judgement", {}), rule: "" };
  const [key, rule, , facts] = group;
  return { verdict: key.startsWith("yes") ? "yes" : "no", text: say(key, facts), rule };
}

function whyPanel(view, at) {
  const { voice } = view;
  const step = view.frames.steps[at];
  const shown = view.pointed || (view.chosenAt === at && view.chosen !== null ? { card: view.chosen, seat: view.chosenSeat } : null);
  const parts = [];
  if (step.choices) parts.push(h("p", {}, voice.word("may_say", { words: step.choices.map((one) => saidWord(view, one)).join(", ") })));
  const card = shown ? shown.card : step.kind === "play" && view.sees(step.seat) ? step.card : undefined;
  if (step.duty) {
    parts.push(h("p", { class: "kl-duty" }, h("strong", {}, `${view.name(step.seat)}: `), voice.fill(voice.texts.duty[step.duty], step)));
  }
  if (step.legal && step.legal.length) parts.push(h("p", {}, voice.word("may_play", { cards: voice.cards(step.legal) })));
  if (card !== undefined && card >= 0 && (shown || step.why)) {
    const answer = whyCard(view, at, card, shown ? shown.seat : step.seat);
    parts.push(h("div", { class: `kl-answer kl-answer-${answer.verdict || "none"}` }, miniCard(view, card, 46),
      h("div", {}, h("p", {}, h("strong", {}, voice.card(card)), answer.verdict ? ` – ${voice.word(answer.verdict === "yes" ? "legal" : "illegal")}` : ""),
        h("p", {}, answer.text), ruleNote(view, answer.rule))));
  } else if (step.rule && !step.why) parts.push(ruleNote(view, step.rule));
  if (step.why && !shown) parts.push(h("p", { class: "kl-hint" }, voice.word("why_hint")));
  return parts;
}

function saidWord(view, word) {
  const suit = "ELHS".indexOf(word);
  if (word.length === 1 && suit >= 0) return view.voice.suit(suit);
  const key = [`choice_${word}`, `choice_${word}_${view.frames.game}`].find((one) => view.voice.texts.words[one]);
  return key ? view.voice.word(key) : word;
}

function miniCard(view, card, width) {
  return s("svg", { viewBox: "0 0 100 160", width, height: round(width * 1.6), class: "kl-mini", role: "img", "aria-label": view.voice.card(card) },
    s("use", { href: `#${view.prefix}-${card < 0 ? "back" : view.tokens[card]}`, width: 100, height: 160 }));
}

// --- what was wrong ----------------------------------------------------------------------------------------------------

function faultPanel(view, at) {
  const { frames, voice } = view;
  const step = frames.steps[at];
  return (step.faults || []).map((place) => {
    const found = frames.findings[place];
    return h("div", { class: `kl-fault kl-fault-${found.severity}` },
      h("p", {}, h("strong", { class: "kl-code" }, found.code), " ", found.text[voice.lang][voice.pack]),
      cardRow(view, "proof", found.proof), found.legal && found.legal.join() !== (found.proof || []).join() ? cardRow(view, "would", found.legal) : null,
      ruleNote(view, found.rule));
  });
}

function cardRow(view, key, many) {
  if (!many || !many.length) return null;
  return h("div", { class: "kl-row" }, h("p", {}, view.voice.word(key, { cards: view.voice.cards(many) })), h("div", { class: "kl-minis" }, many.map((card) => miniCard(view, card, 34))));
}

function impactPanel(view, at) {
  const { frames, voice } = view;
  const { impact } = frames.deals[dealAt(frames, at)];
  const step = frames.steps[at];
  if (!impact || !(step.reveal || step.faults)) return null;
  const row = (key, amounts) => (amounts ? h("tr", {}, h("th", { scope: "row" }, voice.word(key)), amounts.map((amount) => h("td", {}, voice.change(amount)))) : null);
  return section(view, "impact", voice.word("impact"),
    tableOf(view, voice.word("impact"), ["", ...frames.players.map((_name, seat) => view.name(seat))], [row("recorded", impact.recorded), row("by_rules", impact.by_rules)]),
    impact.certain ? null : h("p", { class: "kl-hint" }, voice.word("impact_uncertain")));
}

function notesPanel(view) {
  const { notes } = view.frames;
  if (!notes || !notes.length) return null;
  return section(view, "notes", view.voice.word("log_findings"), h("ul", {}, notes.slice(0, 50).map((note) =>
    h("li", {}, h("strong", { class: "kl-code" }, note.code), " ", note.deal ? `${view.voice.word("deal", { n: note.deal })}: ` : "", note.text[view.voice.lang]))));
}

// --- tables ------------------------------------------------------------------------------------------------------------

function tableOf(view, caption, heads, rows) {
  return h("div", { class: `kl-scroll${heads.length > 6 ? " kl-tight" : heads.length > 4 ? " kl-snug" : ""}`, tabindex: 0, role: "group", "aria-label": caption }, h("table", {}, h("caption", { class: "kl-unseen" }, caption),
    h("thead", {}, h("tr", {}, heads.map((text) => (text ? h("th", { scope: "col" }, h("span", { class: "kl-cut", title: text }, text)) : h("td", {}))))),
    h("tbody", {}, rows)));
}

function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function playsPanel(view, at) {
  const { frames, voice } = view;
  const deal = frames.deals[dealAt(frames, at)];
  const seen = frames.steps.slice(deal.first, at + 1).map((step, place) => ({ step, at: deal.first + place }));
  const numbers = [...new Set(seen.filter(({ step }) => step.trick).map(({ step }) => step.trick))];
  const title = voice.word("plays");
  if (!numbers.length) return section(view, "plays", title, h("p", { class: "kl-hint" }, voice.word("plays_empty")));
  const seats = frames.players.map((_name, place) => (place + view.base) % frames.players.length).sort((a, b) => a - b);
  const rows = numbers.map((number) => {
    const mine = seen.filter(({ step }) => step.trick === number);
    const taken = mine.find(({ step }) => step.kind === "trick");
    const took = taken ? taker({ view, at: taken.at, state: view.tables[taken.at], step: taken.step }) : -1;
    return h("tr", { class: number === frames.steps[at].trick ? "kl-current" : null }, h("th", { scope: "row" }, String(number)),
      seats.map((seat) => {
        const plays = mine.filter(({ step }) => step.kind === "play" && step.seat === seat);
        return h("td", { class: took === seat ? "kl-took" : null }, plays.map(({ step }) => playCell(view, step)));
      }), h("td", {}, took >= 0 ? h("span", { class: "kl-cut", title: view.name(took) }, view.name(took)) : ""));
  });
  return section(view, "plays", title, tableOf(view, title, [voice.word("trick_head"), ...seats.map((seat) => view.name(seat)), voice.word("takes")], rows));
}

function playCell(view, step) {
  const card = step.card === undefined ? -1 : step.card;
  return h("span", { class: step.verdict === "illegal" ? "kl-cell kl-cell-bad" : "kl-cell" }, miniCard(view, card, 26),
    step.play === 1 ? h("span", { class: "kl-led", "aria-hidden": "true" }, "▸") : null,
    step.verdict === "illegal" ? h("span", { class: "kl-mark" }, h("span", { "aria-hidden": "true" }, "✗"), h("span", { class: "kl-unseen" }, view.voice.word("illegal"))) : null);
}

function ledgerPanel(view, at) {
  const { frames, voice } = view;
  const deal = frames.deals[dealAt(frames, at)];
  const rows = frames.steps.slice(deal.first, at + 1).flatMap((step) => (step.moved ? [step.moved] : []));
  const title = voice.word(frames.pot ? "ledger" : "ledger_points");
  if (!rows.length) return section(view, "ledger", title, h("p", { class: "kl-hint" }, voice.word("ledger_empty")));
  const reasons = [...new Set(rows.map(([, reason]) => reason))];
  const total = (seat, reason) => rows.filter((row) => row[0] === seat && (!reason || row[1] === reason)).reduce((sum, row) => sum + row[2], 0);
  const { stacks } = view.tables[at];
  return section(view, "ledger", title, tableOf(view, title,
    [voice.word("player"), ...reasons.map((reason) => capital(voice.word(`reason_${reason}`))), voice.word("sum"), voice.word("now")],
    frames.players.map((_name, seat) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "kl-cut", title: view.name(seat) }, view.name(seat))),
      reasons.map((reason) => h("td", {}, total(seat, reason) ? voice.change(total(seat, reason)) : "·")),
      h("td", { class: "kl-sum" }, voice.change(total(seat))), h("td", { class: "kl-sum" }, stacks ? String(stacks[seat]) : "?")))));
}
