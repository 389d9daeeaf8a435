// A view is a function from state to a tree of plain nodes; `render` makes the page match the tree
// by changing the elements that are there. So focus, scroll, half-typed text and animations survive
// an update, and a player's name never becomes markup: text only ever becomes a text node.

const SVG = "http://www.w3.org/2000/svg";

/** A node of a view. With `props.key` its element stays the same when it moves among siblings. */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  return { tag, key, props: rest, children: children.flat(Infinity).filter(isShown) };
}

/** Make the children of `root` match `nodes`. */
export function render(root, nodes) {
  patchChildren(root, [nodes].flat(Infinity).filter(isShown));
}

function isShown(node) {
  return node !== null && node !== undefined && node !== false && node !== true && node !== "";
}

function patchChildren(parent, nodes) {
  const old = new Map([...parent.childNodes].map((child) => [child.viewId, child]));
  const counts = new Map();
  const wanted = nodes.map((node) => {
    const id = identity(node, counts);
    const found = old.get(id);
    old.delete(id);
    return patch(found ?? create(node, parent, id), node);
  });
  for (const child of old.values()) unmount(child);
  wanted.forEach((child, index) => {
    if (parent.childNodes[index] !== child)
      parent.insertBefore(child, parent.childNodes[index] ?? null);
    if (!child.viewMounted) mount(child);
  });
}

/** The id of a node among its siblings: its key, or that it is the n-th of its tag. */
function identity(node, counts) {
  const tag = typeof node === "object" ? node.tag : "#text";
  if (node.key !== null && node.key !== undefined) return `${tag}=${node.key}`;
  const nth = counts.get(tag) ?? 0;
  counts.set(tag, nth + 1);
  return `${tag}~${nth}`;
}

function create(node, parent, id) {
  const element =
    typeof node !== "object" ? document.createTextNode("") : createElement(node.tag, parent);
  element.viewId = id;
  return element;
}

function createElement(tag, parent) {
  const isSvg =
    tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  return isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

function patch(element, node) {
  if (typeof node !== "object") {
    if (element.data !== String(node)) element.data = String(node);
    return element;
  }
  const before = element.viewProps ?? {};
  for (const name of Object.keys(before)) if (!(name in node.props)) setProp(element, name, null);
  for (const [name, value] of Object.entries(node.props)) {
    if (value !== before[name] || LIVE.has(name)) setProp(element, name, value);
  }
  element.viewProps = node.props;
  patchChildren(element, node.children);
  return element;
}

// People change these in the page itself, so compare them with the page, not with the last view.
const LIVE = new Set(["value", "checked"]);

function setProp(element, name, value) {
  if (name === "mounted" || name === "unmounted") return;
  if (name === "vars") return setVars(element, value ?? {});
  if (name.startsWith("on")) return void (element[name] = value ?? null);
  if (name === "value") {
    if (element.value !== value && document.activeElement !== element) element.value = value ?? "";
    return;
  }
  if (name === "checked") return void (element.checked = Boolean(value));
  if (value === null || value === undefined || value === false)
    return element.removeAttribute(name);
  element.setAttribute(name, value === true ? "" : value);
}

/** Set custom properties by CSSOM: the pages' CSP allows no style attribute. */
function setVars(element, vars) {
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(`--${name}`, value);
}

/** Call `props.mounted(element)` once it is in the page; `unmounted` is called before it leaves. */
function mount(element) {
  element.viewMounted = true;
  element.viewProps?.mounted?.(element);
}

function unmount(element) {
  element.viewProps?.unmounted?.(element);
  element.remove();
}
