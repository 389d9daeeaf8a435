// A sheet that slides up from the foot of the screen: a <dialog>, so that focus stays inside it,
// Escape closes it and focus goes back to where it came from.

import { h } from "./dom.js";
import { noticeBar } from "./notices.js";
import { roundButton } from "./parts.js";
import { t } from "./words.js";

/** A sheet; `onclose` is called however it is closed: button, Escape, Back or a tap beside it. */
export function sheet({ name, title, onclose, wide = false }, ...children) {
  const titleId = `sheet-${name}`;
  const outside = (event) => {
    if (event.target === event.currentTarget) onclose(); // returning false would stop forms
  };
  return h("dialog",
    { key: name, class: wide ? "sheet sheet-wide" : "sheet", "aria-labelledby": titleId,
      mounted: open, unmounted: shut, onclose, onclick: outside },
    h("div", { class: "sheet-body" },
      h("header", { class: "sheet-head" },
        h("h2", { id: titleId, tabindex: "-1" }, title),
        roundButton("close", t("Close"), onclose),
        noticeBar()),
      ...children));
}

/** Close the dialog before it goes: that gives the focus back. */
function shut(dialog) {
  dialog.onclose = null;
  dialog.close();
}

function open(dialog) {
  dialog.showModal();
  dialog.querySelector("h2").focus({ preventScroll: true });
}

/** The buttons at the foot of a sheet. */
export function sheetFoot(...children) {
  return h("div", { class: "sheet-foot" }, ...children);
}
