// A question before what ends a game or a round for all, decides for others, or can't be taken back.

import { h } from "./dom.js";
import { button } from "./parts.js";
import { sheet, sheetFoot } from "./sheet.js";
import { t } from "./words.js";

/** A button that asks `question` once before `act`. */
export function askingButton({ store }, sign, words, question, act, props = {}) {
  return button(sign, words, () => ask(store, { sign, words, question, act }), props);
}

/** Ask `question` below the `words` of the button that runs `act`; `look` is that button's. */
export function ask(store, { sign, words, question, act, look = "primary" }) {
  const under = store.ui.sheet;
  store.show({ sheet: "ask", asked: { sign, words, question, act, look, under } });
}

/** The sheet with the question, which goes back to the sheet it came from. */
export function askSheet({ store }) {
  const { sign, words, question, act, look, under } = store.ui.asked;
  const back = () => store.show({ sheet: under });
  return sheet({ name: "ask", title: words, onclose: back },
    h("p", {}, question),
    sheetFoot(
      h("button", { onclick: back }, t("Cancel")),
      button(sign, words, () => (back(), act()), { class: look })));
}
