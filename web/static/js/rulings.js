// "?": the rules of this moment with their drawing, over the scene, which stays as it is. They are
// sections of the page of rules; all of them are one tap further.

import { h } from "./dom.js";
import { recallHints } from "./hints.js";
import { button, quiet } from "./parts.js";
import { sheet, sheetFoot } from "./sheet.js";
import { teachButton } from "./teach.js";
import { t } from "./words.js";

/** Open the sheet, and fetch the page of rules unless this page has it. */
export async function showRules({ store, base, view }) {
  store.show({ sheet: "rules", allRules: false });
  if (store.ui.rules) return;
  try {
    const answer = await fetch(`${base}/rules${view}`);
    if (!answer.ok) throw answer;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    store.show({ rules: [...page.querySelectorAll(".rules-section")].map(asNode) });
  } catch {
    store.show({ rules: null });
  }
}

/** The sheet; `game.rules` names, by phase, the sections that matter in it, from 1, the most useful first. */
export function rulesSheet(game, context) {
  const { store, state, closeSheet } = context;
  const { rules, allRules } = store.ui;
  const now = game.rules(state);
  const shown = allRules ? rules : rules && now.map((number) => rules[number - 1]);
  const missing = rules === null ? t("The table isn’t responding. Try again.") : t("One moment…");
  return sheet({ name: "rules", title: t("Rules"), onclose: closeSheet, wide: true },
    shown ?? quiet(missing),
    h("div", { class: "row" },
      teachButton(context),
      button("lamp", t("Show hints again"), () => (recallHints(), closeSheet(), scrollTo(0, 0)), { class: "small" })),
    sheetFoot(
      shown && !allRules &&
        h("button", { onclick: () => store.show({ allRules: true }) }, t("All rules")),
      button("undo", t("Back to the game"), closeSheet, { class: "primary" })));
}

/** An element of another page as a node of a view. */
function asNode(element) {
  const attributes = [...element.attributes].map(({ name, value }) => [name, value]);
  const children = [...element.childNodes].map((child) =>
    child.nodeType === Node.ELEMENT_NODE ? asNode(child) : child.data,
  );
  return h(element.localName, Object.fromEntries(attributes), ...children);
}
