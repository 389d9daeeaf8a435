// The Table tab: what lies open for all to see, and what may be set right by anyone.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { showPhones } from "../js/phones.js";
import { disc } from "../js/seats.js";
import { actionPiece, actionWords, chiefMark, supply } from "./cards.js";
import { goalCards } from "./lobby.js";
import { scoreTable } from "./scoring.js";
import { seatChips } from "./seat-chips.js";
import { t, tn } from "../js/words.js";

export function tableTab({ store, state, tap, hosting }) {
  const anyScore = state.seats.some((seat) => seat.score);
  return [
    h("h1", { key: "head", class: "spoken" }, t("Table")),
    hint(
      store,
      "table",
      t("Doesn’t match your table? Correct it here."),
    ),
    h(
      "section",
      { key: "goals", class: "panel" },
      h("h2", {}, t("Goals")),
      state.goals.length ? goalCards(state) : h("p", { class: "quiet" }, t("None yet.")),
      h(
        "button",
        { class: "small", onclick: () => store.show({ sheet: "goals", picked: state.goals.map((goal) => goal.id) }) },
        icon("pen"),
        t("Change goals"),
      ),
    ),
    h(
      "section",
      { key: "seats", class: "panel" },
      h("h2", {}, t("Players")),
      h(
        "ul",
        { class: "seat-list" },
        state.seats.map((seat) => seatRow(state, seat)),
      ),
      hosting &&
        h(
          "button",
          { class: "small move-seat", onclick: () => showPhones(store) },
          icon("phone"),
          t("Move a seat to another phone"),
        ),
      supply(state),
    ),
    anyScore && scoreTable(store, state),
    state.phase !== "lobby" && chiefPanel(state, tap),
  ];
}

function seatRow(state, seat) {
  return h(
    "li",
    { key: seat.id, class: seat.id === state.you ? "seat-row is-me" : "seat-row" },
    disc(seat),
    h(
      "span",
      { class: "seat-name" },
      h("span", {}, seat.name, " ", seat.id === state.you && h("small", {}, t("you"), " "), chiefMark(state, seat)),
      h(
        "small",
        {},
        seat.tokens ? tn("{n} token in hand", "{n} tokens in hand", seat.tokens) : t("no tokens in hand"),
      ),
    ),
    h(
      "ul",
      { class: "mini-cards", "aria-label": t("Played cards") },
      seat.played.map((number) =>
        h(
          "li",
          { key: number },
          card(state, actionPiece(seat, number), { alt: actionWords(state, number) }),
        ),
      ),
    ),
  );
}

function chiefPanel(state, tap) {
  return h(
    "section",
    { key: "chief", class: "panel" },
    h("h2", {}, t("Chief’s holder")),
    seatChips(state, {
      label: t("Chief’s holder"),
      pressed: state.chief,
      choose: (seat) => tap("chief.give", { seat: seat.id }),
    }),
  );
}
