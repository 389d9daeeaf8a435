// One first-time hint a screen, gone for good once it has been read: the only manual there is.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const PREFIX = "rookery:hint:";

/** The hint called `name`, or nothing once the person has closed it on this phone. */
export function hint(store, name, ...text) {
  if (store.ui[PREFIX + name] || seen(name)) return null;
  const close = () => {
    remember(name);
    store.show({ [PREFIX + name]: true });
  };
  return h("aside", { key: `hint-${name}`, class: "hint", "aria-label": t("Hint") },
    icon("lamp"),
    h("p", {}, ...text),
    h("button", { class: "hint-close", onclick: close }, t("Got it")));
}

function seen(name) {
  try {
    return localStorage.getItem(PREFIX + name) !== null;
  } catch {
    return false;
  }
}

function remember(name) {
  try {
    localStorage.setItem(PREFIX + name, "read");
  } catch {
    // a private window: the hint stays closed as long as this page lives
  }
}
