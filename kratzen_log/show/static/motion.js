// Movement: cards go from where they were to where they are. Nothing moves where a person asked for less motion.

function cardPlaces(root) {
  const places = new Map();
  for (const node of root.querySelectorAll("[data-key]")) {
    places.set(node.dataset.key, { x: Number(node.dataset.x), y: Number(node.dataset.y), turn: Number(node.dataset.turn), width: Number(node.dataset.width) });
  }
  return places;
}

function calm() {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function animate(root, before, time) {
  if (calm() || !time || !root.animate) return;
  const timing = { duration: time, easing: "cubic-bezier(.2,.7,.3,1)" };
  const css = (place, scale) => `translate(${place.x}px, ${place.y}px) rotate(${place.turn}deg) scale(${scale})`;
  for (const [key, place] of cardPlaces(root)) {
    const old = before.get(key);
    const node = root.querySelector(`[data-key="${key}"]`);
    if (!old) { node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time }); continue; }
    if (Math.abs(old.x - place.x) + Math.abs(old.y - place.y) < 3) continue;
    node.animate([{ transform: css(old, old.width / place.width) }, { transform: css(place, 1) }], timing);
  }
  for (const node of root.querySelectorAll(".kl-fly")) {
    const [from, to] = [node.dataset.from, node.dataset.to].map((text) => text.split(" ").map(Number));
    const at = ([x, y]) => `translate(${x}px, ${y}px)`;
    node.animate([{ transform: at(from), opacity: 1 }, { transform: at(to), opacity: 1, offset: 0.9 }, { transform: at(to), opacity: 0 }], { duration: time * 1.6, easing: "ease-in-out" });
  }
}
