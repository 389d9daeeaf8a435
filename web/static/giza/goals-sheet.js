// Choosing the three goals out of ten, for a table that drew them from the printed cards.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t } from "../js/words.js";
import { goalWords } from "./lobby.js";

const WANTED = 3;

export function goalsSheet({ store, state, tap, closeSheet }) {
  const picked = store.ui.picked ?? [];
  const toggle = (id) =>
    store.show({
      picked: picked.includes(id)
        ? picked.filter((other) => other !== id)
        : [...picked, id].slice(-WANTED),
    });
  const save = () => {
    tap("goals.set", { goals: picked });
    closeSheet();
  };
  return sheet({ name: "goals", title: t("Choose three goals"), onclose: closeSheet, wide: true },
    h("div", { class: "goal-pick" },
      state.deck.goals.map((goal) => h("button", {
        key: goal.id,
        class: "pick",
        "aria-pressed": String(picked.includes(goal.id)),
        onclick: () => toggle(goal.id),
        "aria-label": goalWords(goal),
      },
        card(state, goal.id)))),
    sheetFoot(
      h("button", { class: "primary", disabled: picked.length !== WANTED, onclick: save },
        picked.length === WANTED
          ? t("Use these goals")
          : t("Choose {n} more", { n: WANTED - picked.length }))));
}
