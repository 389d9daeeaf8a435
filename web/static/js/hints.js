// First-time hints: one line a screen, which opens by a tap, until the player has read it.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { drop, load, names, save } from "./storage.js";
import { t } from "./words.js";

export const PREFIX = "rookery:hint:";

/** The hint called `name`, unless it was closed on this phone. */
export function hint(store, name, text) {
  if (load(PREFIX + name)) return null;
  const close = () => {
    save(PREFIX + name, "read");
    store.show({});
  };
  return h("details", { key: `hint-${name}`, class: "hint" },
    h("summary", {}, icon("lamp"), h("span", {}, text), icon("down", "hint-more")),
    h("button", { class: "hint-close", onclick: close }, t("Got it")));
}

/** Show all hints of this phone again. */
export function recallHints() {
  for (const name of names()) if (name.startsWith(PREFIX)) drop(name);
}
