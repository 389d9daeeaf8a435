// The Pyramid tab: anyone's pyramid, its photo, what is wrong with it, and its tally.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { photoButton, readingPanel } from "../js/photos.js";
import { disc, seatOf } from "../js/seats.js";
import { pyramidView } from "./pyramid-view.js";
import { draftOf } from "./score-sheet.js";
import { whosePanel } from "./several.js";
import { tally, verdict } from "./tally.js";
import { t } from "../js/words.js";

export function pyramidTab(context) {
  const { store, state } = context;
  const seat = seatOf(state, store.ui.pyramidOf) ?? seatOf(state, state.you) ?? state.seats[0];
  if (!seat) return h("p", { class: "quiet" }, t("Nobody sits at the table yet."));
  return [
    h("h1", { key: "head", class: "spoken" }, t("Pyramids")),
    whose(store, state, seat),
    hint(
      store,
      "pyramid",
      t("Photograph the pyramid from above, all of it in the picture. Tap any place to set it right by hand."),
    ),
    ...pyramidPanel(context, seat),
  ];
}

/** One seat's pyramid with all that can be done to it. */
export function pyramidPanel(context, seat) {
  const { store, state } = context;
  const { score } = seat;
  const touch = (slot) => store.show({ sheet: "slot", editing: { seat: seat.id, slot }, filter: {} });
  const acts = actions(context, seat);
  return [
    whosePanel(context),
    h("div", { key: "verdict", class: "verdict-spot", role: "status" }, score && verdict(score)),
    !score && acts,
    readingPanel(store, seat) ?? pyramidView(state, seat, { touch }),
    score && problems(score),
    score && acts,
    score && h("section", { key: "tally", class: "panel" }, tally(state, score)),
  ];
}

function actions(context, seat) {
  const { store, state } = context;
  const first = seat.id === state.you ? t("Photograph my pyramid") : t("Photograph this pyramid");
  const words = seat.photo ? t("New photo") : first;
  return h(
    "div",
    { key: `acts-${seat.id}`, class: "stack" },
    photoButton(context, seat, words, seat.score ? "" : "primary"),
    h(
      "div",
      { class: "row" },
      seat.photo &&
        h(
          "button",
          { onclick: () => store.show({ sheet: "photo", photo: { photo: seat.photo } }) },
          icon("photo"),
          t("See the photo"),
        ),
      h(
        "button",
        { onclick: () => store.show({ sheet: "score", draft: draftOf(state, seat) }) },
        icon("pen"),
        t("Type the score"),
      ),
    ),
  );
}

function whose(store, state, seat) {
  return h(
    "div",
    { key: "whose", class: "chips even whose", role: "group", "aria-label": t("Whose pyramid") },
    state.seats.map((other) =>
      h(
        "button",
        {
          key: other.id,
          class: "chip tall",
          "aria-pressed": String(other.id === seat.id),
          onclick: () => store.show({ pyramidOf: other.id }),
        },
        disc(other, "small"),
        h("span", { class: "clip" }, other.id === state.you ? t("Mine") : other.name),
      ),
    ),
  );
}

function problems(score) {
  const said = [...(score.violations ?? []), ...(score.unsure ?? [])];
  if (!said.length || score.source === "typed") return null;
  return h(
    "ul",
    { key: "problems", class: "said" },
    said.map((one, index) =>
      h(
        "li",
        { key: index },
        icon(one.rule ? "stop" : "lamp"),
        h("span", {}, one.text, one.remedy && h("small", {}, one.remedy)),
      ),
    ),
  );
}
