// The choice of this device's language: a plain form, after which the server reloads the page.

import { h } from "./dom.js";
import { language, t } from "./words.js";

const NAMES = JSON.parse(document.documentElement.dataset.languages ?? "[]");

/** A button for each language; the one of this page is marked. */
export function languageMenu() {
  return h("form",
    { key: "languages", class: "languages", method: "post", action: "/language",
      "aria-label": t("Language") },
    h("input", { type: "hidden", name: "next", value: location.pathname + location.search }),
    NAMES.map(([code, name]) => h("button",
      { key: code, class: "small", name: "language", value: code, lang: code,
        "aria-pressed": String(code === language) },
      name)));
}
