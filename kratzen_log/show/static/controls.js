// Buttons, the slider with its marks, settings and help.

const ICONS = {
  first: "M7 5v14M19 5l-9 7 9 7z", last: "M17 5v14M5 5l9 7-9 7z", previous: "M15 5l-8 7 8 7", next: "M9 5l8 7-8 7",
  previous_trick: "M12 5l-7 7 7 7M20 5l-7 7 7 7", next_trick: "M12 5l7 7-7 7M4 5l7 7-7 7",
  previous_deal: "M4 5v14M13 5l-6 7 6 7M20 5l-6 7 6 7", next_deal: "M20 5v14M11 5l6 7-6 7M4 5l6 7-6 7",
  play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", next_violation: "M12 4l9 16H3zM12 10v4M12 17v.5", previous_violation: "M20 12H5M11 6l-6 6 6 6",
  next_choice: "M4 12h6M10 12l6-6M10 12l6 6M16 6h4M16 18h4", help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
};
const SOLID = new Set(["first", "last", "play"]);

function button(view, name, run, pressed = null) {
  const text = view.voice.word(name);
  return h("button", { type: "button", class: `kl-button kl-button-${name}`, "aria-label": text, title: text, "aria-expanded": pressed, "data-command": name, onclick: run }, icon(ICONS[name], SOLID.has(name)));
}

function makeControls(view) {
  const { voice } = view;
  const buttons = {};
  const make = (name) => (buttons[name] = button(view, name, () => view.run(name)));
  const group = (...names) => h("div", { class: "kl-group" }, names.map(make));
  const marks = h("div", { class: "kl-marks", "aria-hidden": "true" });
  const slider = h("input", { type: "range", class: "kl-slider", min: 1, step: 1, "aria-label": voice.word("step"), oninput: () => view.slide(Number(slider.value)) });
  const count = h("span", { class: "kl-count" });
  const faults = h("span", { class: "kl-faults" });
  const speed = choice(view, "speed", [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"]], String(view.speed), (value) => view.set({ speed: Number(value) }));
  const node = h("div", { class: "kl-controls" },
    h("div", { class: "kl-slide" }, h("div", { class: "kl-track" }, marks, slider), count),
    h("div", { class: "kl-buttons" }, group("first", "previous_deal", "previous_trick", "previous", "play", "next", "next_trick", "next_deal", "last"),
      h("div", { class: "kl-group kl-seekers" }, make("next_violation"), faults, make("next_choice")), h("div", { class: "kl-group" }, speed)));
  return { node, update: (at) => updateControls(view, at, { buttons, marks, slider, count, faults }) };
}

function updateControls(view, at, { buttons, marks, slider, count, faults }) {
  const { frames, voice } = view;
  const deal = frames.deals[dealAt(frames, at)];
  const length = deal.last - deal.first + 1;
  slider.max = String(length);
  slider.value = String(at - deal.first + 1);
  slider.setAttribute("aria-valuetext", `${voice.word("deal", { n: deal.no })}, ${voice.word("step_of", { n: at - deal.first + 1, all: length })}: ${voice.step(frames.steps[at])}`);
  count.textContent = voice.word("n_of", { n: at - deal.first + 1, all: length });
  if (marks.dataset.deal !== `${deal.first}`) {
    marks.dataset.deal = `${deal.first}`;
    marks.replaceChildren(...frames.steps.slice(deal.first, deal.last + 1).flatMap((step, place) => markOf(frames, step, place, length)));
  }
  const places = faultPlaces(frames);
  const here = places.filter((place) => place <= at).length;
  faults.textContent = places.length ? voice.word("n_of", { n: here, all: places.length }) : voice.word("no_violations");
  for (const [name, node] of Object.entries(buttons)) {
    if (name !== "play") node.classList.toggle("kl-stuck", moved(frames, at, name) === at);
  }
  const playing = view.playing ? "pause" : "play";
  if (buttons.play.dataset.command !== playing) {
    buttons.play.dataset.command = playing;
    buttons.play.setAttribute("aria-label", voice.word(playing));
    buttons.play.title = voice.word(playing);
    buttons.play.replaceChildren(icon(ICONS[playing], playing === "play"));
  }
}

function markOf(frames, step, place, length) {
  const fault = isFault(frames, step);
  if (step.kind !== "trick" && !fault) return [];
  const mark = h("span", { class: fault ? "kl-mark-fault" : "kl-mark-trick" });
  mark.style.left = `${length > 1 ? (100 * place) / (length - 1) : 0}%`;
  return [mark];
}

function choice(view, name, values, chosen, change) {
  const select = h("select", { "aria-label": view.voice.word(name), onchange: () => change(select.value) }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return h("label", { class: `kl-choice kl-choice-${name}` }, h("span", {}, view.voice.word(name)), select);
}

function makeSettings(view) {
  const { voice, frames } = view;
  const rows = [
    choice(view, "suits", [["german", voice.word("suits_german")], ["french", voice.word("suits_french")]], view.pack, (pack) => view.set({ pack })),
    choice(view, "language", [["en", "English"], ["de", "Deutsch"]], view.lang, (lang) => view.set({ lang })),
    choice(view, "theme", ["auto", "light", "dark"].map((name) => [name, voice.word(`theme_${name}`)]), view.theme, (theme) => view.set({ theme })),
  ];
  if (view.views) {
    rows.unshift(choice(view, "view", view.views.map((name) => [name, viewName(view, name)]), frames.view, (name) => view.ask(name)));
  }
  return rows;
}

function viewName(view, name) {
  return name.length === 1 ? view.voice.word("view_seat", { name: view.name("ABCDEF".indexOf(name)) }) : view.voice.word(`view_${name}`);
}

function helpPanel(view) {
  const { voice } = view;
  const names = voice.texts.words.key_names.split("|");
  const keys = ["step", "trick", "deal", "ends", "play", "violation", "help"];
  return section(view, "help", voice.word("keys"), h("dl", {}, keys.map((key, place) => [h("dt", {}, names[place]), h("dd", {}, voice.word(`key_${key}`))])));
}
