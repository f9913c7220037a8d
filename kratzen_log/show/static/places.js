// Where in the session: tables by step, and where each movement leads.

function makeTables(frames) {
  let state = {};
  return frames.steps.map((step) => (state = { ...state, ...step.table }));
}

function dealAt(frames, at) {
  let place = 0;
  frames.deals.forEach((deal, number) => { if (deal.first <= at) place = number; });
  return place;
}

function isFault(frames, step) {
  return (step.faults || []).some((place) => frames.findings[place].severity !== "info");
}

function faultPlaces(frames) {
  return frames.steps.flatMap((step, at) => (isFault(frames, step) ? [at] : []));
}

function seek(steps, at, way, wanted) {
  for (let place = at + way; place >= 0 && place < steps.length; place += way) if (wanted(steps[place], place)) return place;
  return at;
}

function moved(frames, at, command) {
  const { steps, deals } = frames;
  const deal = dealAt(frames, at);
  const leads = (step) => step.kind === "play" && step.play === 1;
  const fault = (step) => isFault(frames, step);
  switch (command) {
    case "first": return 0;
    case "last": return steps.length - 1;
    case "next": return Math.min(at + 1, steps.length - 1);
    case "previous": return Math.max(at - 1, 0);
    case "next_trick": return seek(steps, at, 1, leads);
    case "previous_trick": return seek(steps, at, -1, leads);
    case "next_deal": return deal + 1 < deals.length ? deals[deal + 1].first : at;
    case "previous_deal": return at > deals[deal].first ? deals[deal].first : deal > 0 ? deals[deal - 1].first : at;
    case "next_violation": return seek(steps, at, 1, fault);
    case "previous_violation": return seek(steps, at, -1, fault);
    case "next_choice": return seek(steps, at, 1, (step) => step.choice === true);
    default: return at;
  }
}

const COMMANDS = {
  ArrowRight: "next", ArrowLeft: "previous", ArrowDown: "next_trick", ArrowUp: "previous_trick", PageDown: "next_deal", PageUp: "previous_deal",
  Home: "first", End: "last", " ": "play", ".": "next_violation", ",": "previous_violation", "?": "help",
};

function command(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return "";
  return COMMANDS[event.key] || "";
}

// The place in a page's address: #deal=3&step=17&seat=B; steps count from 1 within the deal.

function readPlace(frames, hash) {
  const wanted = new URLSearchParams(hash.replace(/^#/, ""));
  const number = Number.parseInt(wanted.get("deal") ?? "", 10);
  const count = Number.parseInt(wanted.get("step") ?? "", 10);
  if (Number.isNaN(number) && Number.isNaN(count)) return null;
  let deal = null;
  for (const one of frames.deals) if (one.no === number) deal = one;
  deal = deal ?? frames.deals[0];
  if (!deal) return null;
  const step = Number.isNaN(count) ? 1 : count;
  return Math.min(Math.max(deal.first + step - 1, deal.first), deal.last);
}

function readSeat(frames, hash) {
  const letter = (new URLSearchParams(hash.replace(/^#/, "")).get("seat") ?? "").toUpperCase();
  const seat = letter.length === 1 ? "ABCDEF".indexOf(letter) : -1;
  return seat < frames.players.length ? seat : -1;
}

function writePlace(frames, at, seat) {
  const deal = frames.deals[dealAt(frames, at)];
  return `#deal=${deal.no}&step=${at - deal.first + 1}${seat >= 0 ? `&seat=${"ABCDEF"[seat]}` : ""}`;
}
