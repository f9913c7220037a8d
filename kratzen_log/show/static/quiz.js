// A quiz: questions, native inputs, and an answer that is judged at once. What is right stands in the data.

function fillWords(template, facts) {
  return template.replace(/\{(\w+)\}/g, (_all, name) => facts[name]);
}

function isRight(question, chosen) {
  if (question.open) return true;
  if (question.kind === "settle") return question.options.every((option, at) => option.amount === chosen[at]);
  if (question.kind !== "legal") return chosen.length === 1 && question.options[chosen[0]].right;
  const wanted = question.options.flatMap((option, at) => (option.right ? [at] : []));
  return [...chosen].sort((a, b) => a - b).join() === wanted.join();
}

// Whether an option was answered well: true, false, or null where there is nothing to say.
function markOf(question, chosen, at) {
  const option = question.options[at];
  if (question.open) return null;
  if (question.kind === "settle") return chosen[at] === option.amount;
  if (question.kind === "legal") return chosen.includes(at) === option.right;
  return option.right ? true : chosen.includes(at) ? false : null;
}

function counted(questions, answers) {
  const keys = Object.keys(answers).filter((key) => questions[key]);
  return { right: keys.filter((key) => isRight(questions[key], answers[key].chosen)).length, answered: keys.length, all: questions.length };
}

function picture(svg, alt, className) {
  return h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt, class: className });
}

function optionInput(quiz, question, option, at, given) {
  const name = `${quiz.id}-${quiz.at}`;
  const settle = question.kind === "settle";
  const input = settle
    ? h("input", { type: "number", step: 1, value: given ? given.chosen[at] : null, disabled: !!given })
    : h("input", { type: question.kind === "legal" ? "checkbox" : "radio", name, value: at, checked: !!given && given.chosen.includes(at), disabled: !!given });
  const face = option.card >= 0 ? picture(quiz.faces[question.pack + option.card], "", "kq-card") : null;
  const mark = given ? markOf(question, given.chosen, at) : null;
  const state = mark === null || (question.kind === "legal" && mark && !option.right) ? "" : mark || option.right ? "kq-yes" : "kq-no";
  return h("label", { class: `kq-option ${state}` }, face, h("span", {}, input, " ", option.label));
}

function chosenOf(root, question) {
  const inputs = [...root.querySelectorAll(".kq-option input")];
  if (question.kind === "settle") return inputs.every((input) => input.value !== "") ? inputs.map((input) => Math.trunc(Number(input.value))) : null;
  const found = inputs.flatMap((input, at) => (input.checked ? [at] : []));
  return found.length ? found : null;
}

function verdict(quiz, question, given) {
  const { words } = quiz;
  const right = isRight(question, given.chosen);
  const lines = question.options.map((option, at) => {
    const hit = markOf(question, given.chosen, at);
    const missed = question.kind === "legal" && option.right && !given.chosen.includes(at) ? ` (${words.missed})` : "";
    return h("li", {}, hit === null ? null : h("span", { class: hit ? "kq-tick" : "kq-cross", "aria-hidden": "true" }, hit ? "✓ " : "✗ "),
      h("b", {}, option.label), `${missed}: ${option.says}`);
  });
  return [h("p", { class: "kq-verdict" }, question.open ? words.open : right ? words.right : words.wrong),
    question.after ? h("p", {}, question.after) : null, h("ul", {}, lines)];
}

function drawQuiz(quiz, focus) {
  const { root, words, questions } = quiz;
  const question = questions[quiz.at];
  const given = quiz.answers[quiz.at];
  const status = h("div", { role: "status", class: "kq-status" });
  const act = (label, on, disabled, main) => h("button", { type: "button", onclick: on, disabled, class: main ? "kq-main" : null }, label);
  const move = (by) => () => { quiz.at += by; drawQuiz(quiz, "h4"); };
  const check = () => {
    const chosen = chosenOf(root, question);
    if (!chosen) return;
    quiz.answers = { ...quiz.answers, [quiz.at]: { chosen } };
    quiz.share(quiz.answers);
    drawQuiz(quiz, ".kq-again");
  };
  const again = () => { const { [quiz.at]: _gone, ...rest } = quiz.answers; quiz.answers = rest; quiz.share(rest); drawQuiz(quiz, "input"); };
  const retry = act(words.again, again, false);
  retry.classList.add("kq-again");
  root.replaceChildren(
    h("h4", { tabindex: -1 }, fillWords(words.question, { n: quiz.at + 1, all: questions.length })),
    picture(question.svg, question.prompt, "kq-figure"),
    h("form", { onsubmit: (event) => { event.preventDefault(); check(); } },
      h("fieldset", { class: `kq-${question.kind}` }, h("legend", {}, question.prompt),
        question.options.map((option, at) => optionInput(quiz, question, option, at, given))),
      given ? retry : h("button", { type: "submit", class: "kq-main" }, words.check)),
    status,
    h("div", { class: "kq-row" }, act(words.before, move(-1), quiz.at === 0), act(words.next, move(1), quiz.at === questions.length - 1),
      h("span", {}, fillWords(words.score, counted(questions, quiz.answers)))));
  if (given) status.append(...verdict(quiz, question, given).filter(Boolean));
  if (focus) root.querySelector(focus)?.focus({ preventScroll: true });
}

async function renderQuiz({ model, el }) {
  const bytes = model.get("data");
  const { words, faces, questions } = await inflate(bytes.buffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes);
  const root = h("section", { class: "kq", "aria-label": words.quiz, lang: model.get("lang") });
  el.append(root);
  shieldKeys(root);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  const answers = model.get("answers") || {};
  const open = questions.findIndex((_question, at) => !answers[at]);
  const quiz = {
    root, words, faces, questions, answers, at: Math.max(open, 0), id: `kq-${Math.random().toString(36).slice(2)}`,
    share: (fresh) => { model.set("answers", fresh); model.save_changes(); },
  };
  const onAnswers = () => {
    const fresh = model.get("answers") || {};
    if (JSON.stringify(fresh) !== JSON.stringify(quiz.answers)) { quiz.answers = fresh; drawQuiz(quiz); }
  };
  model.on("change:answers", onAnswers);
  drawQuiz(quiz);
  return () => { model.off("change:answers", onAnswers); root.remove(); };
}

const helpers = { isRight, markOf, counted, fillWords };

export { helpers };
export default { render: renderQuiz };
