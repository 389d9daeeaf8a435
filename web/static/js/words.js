// The words on the screen, in this phone's language. Every text goes through `t` or `tn`, as one
// sentence with named places: `t("{name} joined", { name })`. Pages come with their texts translated
// (web/packed.py).

const { plurals = "" } = globalThis.rookeryWords ?? {};

/** The language of this page: "en", "de", ... */
export const language = document.documentElement.lang || "en";

/** A sentence; with a node of a view among its values, a list of children for `h`. */
export function t(template, values = {}) {
  return filled(template, values);
}

/** A sentence about `n` things: `tn("{n} rock", "{n} rocks", n)`; `one` may hold all forms. */
export function tn(one, many, n, values = {}) {
  const found = Array.isArray(one) ? one[form(n)] : n === 1 ? one : many;
  return filled(found ?? many, { n: number(n), ...values });
}

/** A number as this language writes it. */
export function number(n, options = {}) {
  return n.toLocaleString(language, options);
}

/** "14:05" or "2:05 PM", by this phone's clock; "" for no time. */
export function clock(at) {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? ""
    : time.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
}

/** The plural form, by gettext's rule; the server sends it for 0 to 199, then it repeats. */
function form(n) {
  return Number(plurals[n < 200 ? n : 100 + (n % 100)] ?? 0);
}

function filled(template, values) {
  const parts = template.split(/\{(\w+)\}/); // text, name, text, name, ..., text
  const made = parts.map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part));
  return made.some((part) => typeof part === "object") ? made : made.join("");
}
