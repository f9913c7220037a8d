// Inside a box of other widgets: keys pressed in the box stay there.

function renderShield({ el }) {
  el.style.display = "none";
  requestAnimationFrame(() => { if (el.parentElement) shieldKeys(el.parentElement); });
}

export default { render: renderShield };
