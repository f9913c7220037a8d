// Elements. Text is always a text node: nothing from a log is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fillElement(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

function h(tag, attributes, ...children) {
  return fillElement(document.createElement(tag), attributes, children);
}

function s(tag, attributes, ...children) {
  return fillElement(document.createElementNS(SVG, tag), attributes, children);
}

function icon(path, filled = false) {
  return s("svg", { viewBox: "0 0 24 24", class: filled ? "kl-icon kl-filled" : "kl-icon", "aria-hidden": "true" }, s("path", { d: path }));
}

function round(number) {
  return Math.round(number * 100) / 100;
}

// --- data ---------------------------------------------------------------------------------------------------------

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

// Keys pressed here are no shortcuts of a notebook, which looks at the element that has the focus before the key gets there.
function shieldKeys(root) {
  root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
}
