// The player: it holds the place in the session and the reader's choices, and draws both.

const VERSION = 1;
let mounted = 0;

function mount(root, data, options = {}) {
  mounted += 1;
  const view = {
    root, prefix: `kl${mounted}-${Math.random().toString(36).slice(2, 7)}`, layouts: data.layout, deck: data.deck, level: options.level || 2, narrow: false, broad: false,
    lang: options.lang || "en", pack: options.pack || data.frames.pack, theme: options.theme || "auto", speed: 1, playing: false, help: false,
    views: options.views || null, chosen: null, chosenSeat: -1, chosenAt: -1, pointed: null, at: 0, timer: 0, seat: options.seat ?? -1,
  };
  view.go = (at, how = {}) => go(view, at, options, how);
  view.run = (name) => run(view, name);
  view.slide = (value) => view.go(view.frames.deals[dealAt(view.frames, view.at)].first + value - 1);
  view.set = (changes) => { Object.assign(view, changes); if (options.onset) options.onset(changes); build(view); };
  view.ask = (name) => options.onview && options.onview(name);
  view.choose = (card, seat) => choose(view, card, seat);
  view.hover = (card, seat) => { view.pointed = card === null ? null : { card, seat }; drawWhy(view); };
  view.name = (seat) => view.frames.players[seat];
  view.sees = (seat) => view.frames.view === "all" || "ABCDEF"[seat] === view.frames.view;
  view.data = (fresh) => { takeData(view, fresh); build(view); };
  view.destroy = () => { stop(view); view.watch?.disconnect(); root.removeEventListener("keydown", view.onkey); root.replaceChildren(); };
  view.onkey = (event) => onKey(view, event);
  root.classList.add("kl");
  shieldKeys(root);
  root.addEventListener("keydown", view.onkey);
  takeData(view, data);
  view.at = Math.min(Math.max(options.at || 0, 0), Math.max(view.frames.steps.length - 1, 0));
  build(view);
  return view;
}

function takeData(view, { frames }) {
  view.frames = frames;
  view.tables = makeTables(view.frames);
  view.at = Math.min(view.at, Math.max(frames.steps.length - 1, 0));
  view.base = Math.max(frames.view.length === 1 ? "ABCDEF".indexOf(frames.view) : view.seat, 0);
}

// Everything anew: after a choice of language, cards, colours, view.
function build(view) {
  const { root } = view;
  const focus = document.activeElement && root.contains(document.activeElement) ? document.activeElement.getAttribute("data-focus") : null;
  view.voice = makeVoice(view.frames, view.lang, view.pack);
  view.tokens = cardTokens(view.deck, view.pack);
  root.lang = view.lang;
  root.dataset.theme = view.theme;
  const trouble = view.frames.version !== VERSION ? "too_old" : view.frames.steps.length ? "" : "no_frames";
  if (trouble) {
    root.replaceChildren(...[h("p", { class: "kl-empty" }, view.voice.word(trouble)), notesPanel(view)].filter(Boolean));
    return;
  }
  view.controls = makeControls(view);
  view.parts = {
    title: h(`h${view.level}`, { class: "kl-title" }), badges: h("p", { class: "kl-badges" }),
    stage: h("div", { class: "kl-stage", tabindex: 0, role: "group", "aria-label": view.voice.word("replay") }), says: h("p", { class: "kl-says", role: "status" }),
    why: h("div", { class: "kl-why-body", "aria-live": "polite" }), faults: h("div", { class: "kl-faults-body" }), rest: h("div", { class: "kl-rest" }), evening: h("div", { class: "kl-evening-body" }), help: h("div", { class: "kl-help-body" }),
  };
  const { parts } = view;
  const helpButton = button(view, "help", () => view.run("help"), String(view.help));
  parts.helpButton = helpButton;
  root.replaceChildren(deckSprite(view.deck, view.pack, view.lang, view.prefix),
    h("div", { class: "kl-head" }, h("div", { class: "kl-names" }, parts.title, parts.badges), h("div", { class: "kl-settings" }, makeSettings(view), helpButton)),
    h("div", { class: "kl-body" },
      h("div", { class: "kl-main" }, parts.stage, parts.says, view.controls.node, parts.help, parts.evening),
      h("div", { class: "kl-side" }, parts.faults, section(view, "why", view.voice.word("why"), parts.why), parts.rest)));
  for (const select of root.querySelectorAll("select")) select.setAttribute("data-focus", select.closest("label").className);
  view.watch?.disconnect();
  if (typeof ResizeObserver === "function") {
    view.watch = new ResizeObserver(() => resize(view));
    view.watch.observe(root);
  }
  measure(view);
  draw(view, 0);
  if (focus) root.querySelector(`[data-focus="${focus}"]`)?.focus();
}

// Slim: a telephone; broad: room for a second column. True when that has changed.
function measure(view) {
  const width = view.root.clientWidth;
  const [narrow, broad] = [width > 0 && width < 620, width >= 1100];
  const fresh = narrow !== view.narrow || broad !== view.broad;
  Object.assign(view, { narrow, broad });
  view.root.classList.toggle("kl-slim", narrow);
  view.root.classList.toggle("kl-broad", broad);
  return fresh;
}

function resize(view) {
  if (measure(view)) draw(view, 0);
}

function draw(view, time) {
  const { frames, voice, parts, at } = view;
  view.layout = view.layouts[view.narrow ? "narrow" : "wide"];
  const step = frames.steps[at];
  const deal = frames.deals[dealAt(frames, at)];
  const held = document.activeElement && parts.stage.contains(document.activeElement) ? document.activeElement.getAttribute("data-card") : null;
  const before = cardPlaces(parts.stage);
  parts.stage.replaceChildren(drawTable(view, at));
  if (held) (parts.stage.querySelector(`[data-card="${held}"][role="button"]`) || parts.stage).focus({ preventScroll: true });
  if (before.size) animate(parts.stage, before, time);
  parts.title.textContent = [voice.word(frames.game), deal.no ? voice.word("deal", { n: deal.no }) : voice.word("between")].join(" · ");
  parts.badges.replaceChildren(...badges(view, step));
  const sentence = voice.step(step);
  if (parts.says.textContent !== sentence) parts.says.textContent = sentence;
  parts.says.classList.toggle("kl-says-wrong", isFault(frames, step));
  view.controls.update(at);
  drawWhy(view);
  parts.faults.replaceChildren(...faultPanel(view, at));
  parts.rest.replaceChildren(...[playsPanel(view, at), ledgerPanel(view, at), impactPanel(view, at), view.broad ? null : drawChart(view, at), notesPanel(view)].filter(Boolean));
  parts.evening.replaceChildren(...[view.broad ? drawChart(view, at) : null].filter(Boolean));
  parts.help.replaceChildren(...(view.help ? [helpPanel(view)] : []));
  parts.helpButton.setAttribute("aria-expanded", String(view.help));
}

function badges(view, step) {
  const { voice } = view;
  const state = view.tables[view.at];
  const many = [];
  if (step.trick) many.push(["trick", voice.word("trick", { n: step.trick })]);
  if (state.muss) many.push(["muss", voice.word("muss")]);
  if (view.frames.view !== "all") many.push(["view", viewName(view, view.frames.view)]);
  return many.map(([name, text]) => h("span", { class: `kl-tag kl-tag-${name}` }, text));
}

function drawWhy(view) {
  const parts = whyPanel(view, view.at).filter(Boolean);
  view.parts.why.replaceChildren(...parts);
  view.parts.why.parentElement.hidden = !parts.length;
}

function choose(view, card, seat) {
  const same = view.chosen === card && view.chosenAt === view.at;
  Object.assign(view, same ? { chosen: null } : { chosen: card, chosenSeat: seat, chosenAt: view.at });
  stop(view);
  view.pointed = null;
  draw(view, 0);
}

function go(view, at, options, { quiet = false } = {}) {
  const place = Math.min(Math.max(at, 0), view.frames.steps.length - 1);
  if (place === view.at) return;
  view.pointed = null;
  const near = Math.abs(place - view.at) === 1;
  view.at = place;
  draw(view, near ? Math.min(380, 900 / view.speed) : 0);
  if (!quiet && options.onstep) options.onstep(place);
}

function run(view, name) {
  if (name === "play" || name === "pause") return view.playing ? stop(view) : start(view);
  if (name === "help") { view.help = !view.help; draw(view, 0); return undefined; }
  stop(view);
  return view.go(moved(view.frames, view.at, name));
}

function start(view) {
  if (view.at >= view.frames.steps.length - 1) view.go(0);
  view.playing = true;
  view.controls.update(view.at);
  const tick = () => {
    view.go(view.at + 1);
    if (view.at >= view.frames.steps.length - 1) return stop(view);
    view.timer = setTimeout(tick, 1500 / view.speed);
    return undefined;
  };
  view.timer = setTimeout(tick, 500 / view.speed);
}

function stop(view) {
  clearTimeout(view.timer);
  if (!view.playing) return;
  view.playing = false;
  view.controls.update(view.at);
}

// Keys work while something in the player has the focus, and never leave it.
function onKey(view, event) {
  event.stopPropagation();
  const target = event.target;
  if (target.tagName === "SELECT") return;
  const pressable = target.tagName === "BUTTON" || target.tagName === "SUMMARY" || target.getAttribute("role") === "button";
  if (pressable && (event.key === " " || event.key === "Enter")) {
    if (target.getAttribute("role") === "button") { event.preventDefault(); target.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
    return;
  }
  const name = command(event);
  if (!name) return;
  event.preventDefault();
  view.run(name);
}
