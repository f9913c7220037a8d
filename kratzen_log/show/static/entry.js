// Where a page or a notebook comes in.

// A standalone page: the data stands in the page, the place in its address.
async function startPage(root, source) {
  const chosen = JSON.parse(source.dataset.options || "{}");
  const data = await inflate(bytesOf(source.textContent.trim())).catch(() => null);
  if (!data) { root.textContent = chosen.sorry; return null; }
  const { frames } = data;
  const at = readPlace(frames, location.hash) ?? readPlace(frames, `#deal=${chosen.deal}`) ?? 0;
  const seat = readSeat(frames, location.hash);
  let told = location.hash;
  const view = mount(root, data, {
    ...chosen, at, seat,
    onset: ({ lang }) => { if (lang) document.documentElement.lang = lang; },
    onstep: (place) => { told = writePlace(frames, place, view.seat); history.replaceState(null, "", told); },
  });
  addEventListener("hashchange", () => {
    if (location.hash === told) return;
    const chair = readSeat(frames, location.hash);
    if (chair !== view.seat) { view.seat = chair; view.data({ frames }); }
    view.go(readPlace(frames, location.hash) ?? view.at, { quiet: true });
    if (chosen.level > 1) root.scrollIntoView();
  });
  return view;
}

// A notebook: the playhead lives here, Python is told where it is and may move it.
async function render({ model, el }) {
  const root = document.createElement("div");
  el.classList.add("kl-host");
  el.append(root);
  let gone = false;
  let view = null;
  const share = (changes) => { for (const [name, value] of Object.entries(changes)) model.set(name, value); model.save_changes(); };
  const read = async () => { const bytes = model.get("frames"); return inflate(bytes.buffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes); };
  const first = await read();
  if (gone) return undefined;
  view = mount(root, first, {
    level: 3, at: model.get("step"), lang: model.get("lang"), pack: model.get("cards") || undefined, theme: model.get("theme"), views: model.get("views"),
    onstep: (step) => share({ step, deal: first.frames.deals.length ? view.frames.deals[dealAt(view.frames, step)].no : 0 }),
    onview: (name) => share({ view: name }), onset: (changes) => share(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name === "pack" ? "cards" : name, value]).filter(([name]) => ["cards", "lang", "theme"].includes(name)))),
  });
  const onStep = () => view.go(model.get("step"), { quiet: true });
  const onFrames = async () => { const fresh = await read(); if (!gone) view.data(fresh); };
  const onLook = () => { Object.assign(view, { lang: model.get("lang"), theme: model.get("theme"), pack: model.get("cards") || view.frames.pack }); view.data({ frames: view.frames }); };
  model.on("change:step", onStep);
  model.on("change:frames", onFrames);
  model.on("change:lang change:theme change:cards", onLook);
  return () => {
    gone = true;
    model.off("change:step", onStep);
    model.off("change:frames", onFrames);
    model.off("change:lang change:theme change:cards", onLook);
    view.destroy();
  };
}

const helpers = { members, makeVoice, makeTables, dealAt, faultPlaces, moved, command, readPlace, readSeat, writePlace, spread, ticks, fitted, textWidth, whyCard, inflate, bytesOf };

export { helpers, inflate, mount, startPage };
export default { render };
