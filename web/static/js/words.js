// The words on the screen, in the language of this phone. Every text that a person reads goes through `t` or `tn`,
// whole sentences with named places: `t("{name} joined", { name })`. In other languages than English a table's pages
// come with their texts translated (web/text/scripts.py); the others have a script with all texts, which runs before their
// modules (web/text/languages.py). So no frame is ever in another language.

const { texts = {}, plurals = "" } = globalThis.rookeryWords ?? {};

/** The language of this page: "en", "de", ... */
export const language = document.documentElement.lang || "en";

/**
 * A sentence. A value may be a node of a view: then the sentence comes as a list of children for `h`,
 * `h("p", {}, t("Open {address} and wait.", { address: h("strong", {}, address) }))`.
 */
export function t(template, values = {}) {
  return filled(texts[template] ?? template, values);
}

/** A sentence about `n` things, which stands in the place `{n}`: `tn("{n} rock", "{n} rocks", n)`; `one` may be all forms. */
export function tn(one, many, n, values = {}) {
  const forms = Array.isArray(one) ? one : texts[one];
  const found = Array.isArray(forms) ? forms[form(n)] : n === 1 ? one : many;
  return filled(found ?? many, { n: number(n), ...values });
}

/** A number as it is written in this language. */
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

/** Which plural form: gettext's rule, told by the server for 0 to 199; all rules that there are go by the last two digits. */
function form(n) {
  return Number(plurals[n < 200 ? n : 100 + (n % 100)] ?? 0);
}

function filled(template, values) {
  const parts = template.split(/\{(\w+)\}/); // text, name, text, name, ..., text
  const made = parts.map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part));
  return made.some((part) => typeof part === "object") ? made : made.join("");
}
