// The Pyramid tab: any player's pyramid, its photo, its problems and its score.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, quiet, said } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { seatChips, seatOf } from "../js/seats.js";
import { isOpen } from "../js/several.js";
import { t } from "../js/words.js";
import { contestedPanel } from "./contested.js";
import { openPanel } from "./open.js";
import { pyramidView } from "./pyramid-view.js";
import { draftOf } from "./score-sheet.js";
import { whosePanel } from "./several.js";
import { countPanel, tally, verdict } from "./tally.js";

export function pyramidTab(context) {
  const { store, state } = context;
  const seat = seatOf(state, store.ui.pyramidOf) ?? seatOf(state, state.you) ?? state.seats[0];
  if (!seat) return quiet(t("Nobody has joined yet."));
  return [
    h("h1", { key: "head", class: "spoken" }, t("Pyramids")),
    seatChips(state, {
      key: "whose",
      label: t("Whose pyramid?"),
      look: "even whose",
      pressed: seat.id,
      choose: (other) => store.show({ pyramidOf: other.id }),
    }),
    hint(store, "pyramid", t("Photograph the whole pyramid from above. Tap a card to correct it.")),
    ...pyramidPanel(context, seat),
  ];
}

/** A seat's pyramid with everything that can be done to it. */
export function pyramidPanel(context, seat) {
  const { store, state } = context;
  const { score } = seat;
  const touch = (slot) =>
    store.show({ sheet: "slot", editing: { seat: seat.id, slot }, filter: {} });
  const acts = actions(context, seat);
  const open = openPanel(context, seat); // which asks about the pyramid as a whole
  return [
    whosePanel(context),
    contestedPanel(context, seat),
    h("div", { key: "verdict", class: "verdict-spot", role: "status" }, score && verdict(score)),
    open,
    !score && acts,
    readingPanel(store, seat) ?? pyramidView(state, seat, { touch }),
    countPanel(context, seat),
    score && said([...score.violations, ...score.unsure.filter(({ slot }) => slot || !open)]),
    score && acts,
    score && h("section", { key: "tally", class: "panel" }, tally(state, score)),
  ];
}

function actions(context, seat) {
  const { store, state } = context;
  const first = seat.id === state.you ? t("Photograph my pyramid") : t("Photograph this pyramid");
  const words = seat.photo ? t("New photo") : first;
  return h("div", { key: `acts-${seat.id}`, class: "stack" },
    photoButton(context, seat, words, seat.score || isOpen(context) ? "" : "primary"),
    h("div", { class: "row" },
      photoLink(context, seat.photo),
      button("pen", t("Enter score"),
        () => store.show({ sheet: "score", draft: draftOf(store, seat) }))));
}
