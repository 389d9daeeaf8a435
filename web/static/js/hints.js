// First-time hints, one on a screen, until the player closes them: the only manual there is.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { load, save } from "./storage.js";
import { t } from "./words.js";

const PREFIX = "rookery:hint:";

/** The hint called `name`, unless it was closed on this phone. */
export function hint(store, name, text) {
  if (load(PREFIX + name)) return null;
  const close = () => {
    save(PREFIX + name, "read");
    store.show({});
  };
  return h("aside", { key: `hint-${name}`, class: "hint", "aria-label": t("Hint") },
    icon("lamp"),
    h("p", {}, text),
    h("button", { class: "hint-close", onclick: close }, t("Got it")));
}
