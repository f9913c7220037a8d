// A chart whose library comes from Python when the chart is drawn: a saved notebook keeps the picture, not the library.

let library = null;

function askLibrary(model, then) {
  if (library) { then(library); return; }
  const onMessage = async (content, buffers) => {
    if (content.kind !== "library") return;
    model.off("msg:custom", onMessage);
    const address = URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" }));
    library ||= (await import(address)).default;
    URL.revokeObjectURL(address);
    then(library);
  };
  model.on("msg:custom", onMessage);
  model.send({ kind: "library" });
}

function renderLinked({ model, el }) {
  const still = h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(model.get("picture"))}`, alt: model.get("said"), style: "max-width:100%" });
  let gone = false;
  let drawn = null;
  el.append(still);
  const mark = () => drawn?.view.signal("at", model.get("deal")).runAsync();
  model.on("change:deal", mark);
  askLibrary(model, async (embed) => {
    const holder = h("div", { role: "group", "aria-label": model.get("said") });
    drawn = await embed(holder, structuredClone(model.get("spec")), { actions: false });
    if (gone) { drawn.finalize(); return; }
    still.replaceWith(holder);
    drawn.view.addSignalListener("pick", (_name, value) => {
      if (value.deal === undefined) return;
      model.set("deal", value.deal[0]);
      model.save_changes();
    });
    mark();
  });
  return () => { gone = true; model.off("change:deal", mark); drawn?.finalize(); };
}

export default { render: renderLinked };
