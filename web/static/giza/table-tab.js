// The Table tab: what all can see, with corrections.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, panel, quiet } from "../js/parts.js";
import { showPhones } from "../js/phones.js";
import { disc, seatChips } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { actionPiece, actionWords, chiefMark, supply } from "./cards.js";
import { goalCards } from "./lobby.js";
import { scoreTable } from "./scoring.js";

export function tableTab({ store, state, tap, hosting }) {
  const anyScore = state.seats.some((seat) => seat.score);
  return [
    h("h1", { key: "head", class: "spoken" }, t("Table")),
    hint(store, "table", t("Doesn’t match your table? Correct it here.")),
    panel("goals", t("Goals"),
      state.goals.length ? goalCards(state) : quiet(t("None yet.")),
      button("pen", t("Change goals"),
        () => store.show({ sheet: "goals", picked: state.goals.map((goal) => goal.id) }),
        { class: "small" })),
    panel("seats", t("Players"),
      h("ul", { class: "seat-list" }, state.seats.map((seat) => seatRow(state, seat))),
      hosting &&
        button("phone", t("Move a seat to another phone"),
          () => showPhones(store), { class: "small move-seat" }),
      supply(state)),
    anyScore && scoreTable(store, state),
    state.phase !== "lobby" && chiefPanel(state, tap),
  ];
}

function seatRow(state, seat) {
  return h("li", { key: seat.id, class: seat.id === state.you ? "seat-row is-me" : "seat-row" },
    disc(seat),
    h("span", { class: "seat-name" },
      h("span", {},
        seat.name,
        " ",
        seat.id === state.you && h("small", {}, t("you"), " "),
        chiefMark(state, seat)),
      h("small", {},
        seat.tokens
          ? tn("{n} token in hand", "{n} tokens in hand", seat.tokens)
          : t("no tokens in hand"))),
    h("ul", { class: "mini-cards", "aria-label": t("Played cards") },
      seat.played.map((number) => h("li", { key: number },
        card(state, actionPiece(seat, number), { alt: actionWords(state, number) })))));
}

function chiefPanel(state, tap) {
  return panel("chief", t("Chief’s holder"),
    seatChips(state, {
      label: t("Chief’s holder"),
      pressed: state.chief,
      // at the end it only breaks a tie, about which the others decide
      disabled: (seat) => seat.id === state.you && ["scoring", "over"].includes(state.phase),
      choose: (seat) => tap("chief.give", { seat: seat.id }),
    }));
}
