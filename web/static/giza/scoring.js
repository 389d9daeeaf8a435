// After round 10: pyramids are photographed or entered, then the podium shows the ranking.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { quiet, sceneHead } from "../js/parts.js";
import { photoButton, readingPanel } from "../js/photos.js";
import { podium } from "../js/podium.js";
import { disc, mySeat, seatOf, typedNote } from "../js/seats.js";
import { isOpen } from "../js/several.js";
import { t, tn } from "../js/words.js";
import { LEVEL_NAMES } from "./cards.js";
import { contestedPanel } from "./contested.js";
import { whosePanel } from "./several.js";
import { countPanel, isUndecided, openDoubt, total } from "./tally.js";

export function scoring(context) {
  const { store, state } = context;
  const me = mySeat(state);
  return [
    scoringHead(state),
    hint(store, "scoring",
      t("Take a photo of each pyramid from above. Rookery checks it and adds up the score.")),
    whosePanel(context),
    me &&
      !isScored(me) &&
      h("section", { key: "mine", class: "panel shoot" },
        readingPanel(store, me),
        photoButton(
          { ...context, after: () => store.show({ tab: "pyramid" }) },
          me,
          t("Photograph my pyramid"),
          isOpen(context) ? "" : "primary",
        )),
    questions(context),
    scoreList(context),
  ];
}

/** Who has a card, and whether to count a pyramid that breaks a rule. */
export function questions(context) {
  const { seats } = context.state;
  return [
    contestedPanel(context),
    ...seats.filter(isUndecided).map((seat) => countPanel(context, seat)),
  ];
}

/** The heading, with who still has to score. */
export function scoringHead(state) {
  const names = state.seats.filter((seat) => !isScored(seat)).map((seat) => seat.name);
  const decisions = state.seats.filter(isUndecided).length;
  return sceneHead(t("Score your pyramids"),
    names.length > 0 && quiet(t("Not scored yet: {names}.", { names: names.join(", ") })),
    decisions > 0 &&
      quiet(tn("{n} pyramid needs a decision.", "{n} pyramids need a decision.", decisions)));
}

/** Whether a seat's own pyramid is settled; goals may still wait for the other players. */
function isScored({ ready, score }) {
  return ready || (score !== null && !openDoubt(score));
}

/** The total, or a camera where something is open. */
export function figure(seat) {
  return isScored(seat) ? total(seat.score) : icon("camera");
}

function scoreList({ store, state }) {
  return h("ul", { key: "list", class: "score-list" },
    state.seats.map((seat) => h("li", { key: seat.id },
      h("button",
        { class: "score-row", onclick: () => store.show({ tab: "pyramid", pyramidOf: seat.id }) },
        disc(seat),
        h("span", { class: "seat-name" }, seat.name, h("small", {}, standing(seat))),
        h("span", { class: "score-figure" }, figure(seat))))));
}

/** A seat's score in words: the problem, then what is open or where the score comes from. */
export function standing({ score, photo, ready }) {
  if (!score) return t("no photo yet");
  const open = ready ? null : (openDoubt(score)?.text ?? t("Waiting for the others"));
  const typed = score.unchecked && t("Typed in, not checked");
  return [fall(score), typed, open ?? sourceOf(score, photo)].filter(Boolean).join(" \u00b7 ");
}

function fall(score) {
  return (
    score?.verdict === "illegal" &&
    (score.counts === false ? t("doesn’t count") : t("breaks a rule"))
  );
}

/** A note beside a name: the pyramid breaks a rule. */
export function fallen({ score }) {
  const words = fall(score);
  return words && h("small", { class: "fallen" }, words);
}

function sourceOf({ source }, photo) {
  if (source === "corrected") return photo ? t("photo, corrected by hand") : t("entered by hand");
  return source === "photo" && t("from the photo");
}

export function over(context) {
  const { store, state } = context;
  return [
    sceneHead(state.winner === state.you ? t("You’re the Pharaoh!") : pharaoh(state),
      state.tiebreak && h("p", { class: "tiebreak" }, icon("chief"), state.tiebreak)),
    hint(store, "over",
      t("Something wrong? Tap a name to correct the pyramid. To change anything else, use History.")),
    podium(state, { mark: fallen }),
    scoreTable(store, state),
  ];
}

/** The winner, if any pyramid counts. */
export function pharaoh(state) {
  const winner = seatOf(state, state.winner);
  return winner
    ? t("{name} is the Pharaoh!", { name: winner.name })
    : t("No Pharaoh: no pyramid counts.");
}

/** A table of everyone's levels and goals. */
export function scoreTable(store, state) {
  const seats = (state.ranking ?? []).map(({ seat }) => seatOf(state, seat));
  const shown = seats.length ? seats : state.seats;
  const cell = (seat, points) => h("td", { key: seat.id },
    points === null || points === undefined ? "\u2013" : String(points));
  const rows = [
    ...LEVEL_NAMES.map((name, level) => [name, (seat) => seat.score?.levels[level]]).reverse(),
    ...state.goals.map((goal) => [
      goal.name,
      (seat) => seat.score?.goals.find(({ id }) => id === goal.id)?.points,
    ]),
  ];
  return h("div",
    { key: "score-table", class: "panel scroll-x", tabindex: "0", role: "region",
      "aria-label": t("Score details") },
    h("table", { class: "score-table" },
      h("thead", {},
        h("tr", {},
          h("th", { scope: "col" }, h("span", { class: "spoken" }, t("What counts"))),
          shown.map((seat) => h("th", { key: seat.id, scope: "col" },
            h("button",
              { class: "seat-link", "data-face": true,
                onclick: () => store.show({ tab: "pyramid", pyramidOf: seat.id }) },
              disc(seat, "small"),
              h("span", { class: "clip" }, seat.name),
              fallen(seat),
              typedNote(seat)))))),
      h("tbody", {},
        rows.map(([name, points]) => h("tr", { key: name },
          h("th", { scope: "row" }, name),
          shown.map((seat) => cell(seat, points(seat)))))),
      h("tfoot", {},
        h("tr", {},
          h("th", { scope: "row" }, t("Score")),
          shown.map((seat) => h("td", { key: seat.id },
            seat.score ? total(seat.score) : "\u2013"))))));
}
