// Sentences: the templates of the frames filled by their facts, as Python fills them.

function members(mask) {
  const found = [];
  for (let place = 0, rest = mask; rest > 0; place += 1, rest = Math.floor(rest / 2)) if (rest % 2) found.push(place);
  return found;
}

function makeVoice(frames, lang, pack) {
  const texts = frames.texts[lang];
  const cards = texts.cards[pack];
  const suits = texts.suits[pack];
  const list = (parts) => (parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(", ") + texts.forms.and + parts[parts.length - 1]);
  const kinds = {
    card: (card) => cards[card < 0 ? cards.length - 1 : card],
    cards: (many) => list(many.map(kinds.card)),
    seat: (seat) => frames.players[seat] ?? "ABCDEF"[seat] ?? "?",
    seats: (many) => list((typeof many === "number" ? members(many) : many).map(kinds.seat)),
    suit: (suit) => suits[suit] ?? "?",
    nums: (amounts) => amounts.map((amount, seat) => `${kinds.seat(seat)} ${amount}`).join(", "),
    change: (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0"),
    tricks: (count) => `${count} ${count === 1 ? texts.forms.trick : texts.forms.tricks}`,
    cause: (cause) => texts.forms.cause[String(cause)] ?? "?",
    word: (word) => texts.forms.word.replace("{}", () => String(word)),
  };
  const fill = (template, facts) =>
    template.replace(/\{(\w+)(?::(\w+))?\}/g, (_all, name, kind) => {
      const value = facts[name];
      if (value === undefined || value === null) return "?";
      return kind && kinds[kind] ? kinds[kind](value) : String(value);
    });
  const step = (one) => {
    const sentence = fill(texts.steps[one.key], one.facts);
    return one.rule ? `${sentence} (${one.rule})` : sentence;
  };
  const word = (key, facts = {}) => fill(texts.words[key] ?? key, facts);
  return { ...kinds, list, fill, step, word, texts, lang, pack };
}
