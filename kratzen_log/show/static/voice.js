// Sentences: the templates of the frames filled by their facts, as Python fills them.

const WELI = 32;

function members(mask) {
  const found = [];
  for (let place = 0, rest = mask; rest > 0; place += 1, rest = Math.floor(rest / 2)) if (rest % 2) found.push(place);
  return found;
}

function makeVoice(frames, lang, pack) {
  const texts = frames.texts[lang];
  const cards = texts.cards[pack];
  const suits = texts.suits[pack];
  const list = (parts, word = "and") => (parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(", ") + texts.forms[word] + parts[parts.length - 1]);
  const place = (card) => (card < 0 ? cards.length - 1 : card);
  const withArticle = (what, which, word) => list((typeof what === "number" ? [what] : what).map((card) => texts.phrases[pack][which][place(card)]), word);
  const kinds = {
    card: (card) => cards[place(card)],
    cards: (many) => list(many.map(kinds.card)),
    the: (what) => withArticle(what, 0),
    whom: (what) => withArticle(what, 1),
    with: (what) => withArticle(what, 2, "or"),
    beaten: (card) => withArticle(card, 1) + (card === WELI ? texts.forms.best : ""),
    seat: (seat) => frames.players[seat] ?? "ABCDEF"[seat] ?? "?",
    seats: (many) => list((typeof many === "number" ? members(many) : many).map(kinds.seat)),
    suit: (suit) => suits[suit] ?? "?",
    nums: (amounts) => amounts.map((amount, seat) => `${kinds.seat(seat)} ${amount}`).join(", "),
    change: (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0"),
    tricks: (count) => `${count} ${count === 1 ? texts.forms.trick : texts.forms.tricks}`,
    cause: (cause) => texts.forms.cause[String(cause)] ?? "?",
    word: (word) => texts.forms.word.replace("{}", () => String(word)),
  };
  const missing = (name, facts) => facts[name] === undefined || facts[name] === null;
  const known = (part, facts) => ([...part.matchAll(/\{(\w+)/g)].some(([, name]) => missing(name, facts)) ? "" : part);
  const fill = (wanted, facts) => {
    const template = wanted.replace(/\[([^[\]]*)\]/g, (_all, part) => known(part, facts));
    const sentence = template.replace(/\{(\w+)(?::(\w+))?\}/g, (_all, name, kind) => {
      const value = facts[name];
      if (missing(name, facts)) return "?";
      return kind && kinds[kind] ? kinds[kind](value) : String(value);
    });
    return template.startsWith("{") && template.slice(0, 20).includes(":the}") ? sentence[0].toUpperCase() + sentence.slice(1) : sentence;
  };
  const step = (one) => {
    const sentence = fill(texts.steps[one.key], one.facts);
    return one.rule ? `${sentence} (${one.rule})` : sentence;
  };
  const word = (key, facts = {}) => fill(texts.words[key] ?? key, facts);
  return { ...kinds, list, fill, step, word, texts, lang, pack };
}
