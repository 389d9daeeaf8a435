// The standings, scores entered by hand, and the end.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { sceneHead } from "../js/parts.js";
import { podium, winnersHead } from "../js/podium.js";
import { disc, seatOf, typedNote } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { seconds } from "./clock.js";

export function scoreList(context) {
  return h("ul", { key: "scores", class: "score-list" },
    context.state.seats.map((seat) => h("li", { key: seat.id }, scoreRow(context, seat))));
}

/** A player's score; a tap opens the sheet to enter it. */
export function scoreRow({ store, state }, seat) {
  return h("button",
    { class: "score-row", "data-face": true, onclick: () => enterPips(store, seat) },
    disc(seat),
    h("span", { class: "seat-name" },
      seat.name,
      h("small", {}, describe(state, seat)),
      typedNote(seat)),
    seat.total !== null && h("span", { class: "score-figure" }, figure(state, seat.total)));
}

/** Open the sheet to enter pips; it expects the score that stands there now. */
export function enterPips(store, seat) {
  store.show({ sheet: "pips", pipsOf: seat.id, pipsVersion: seat.score_version });
}

/** A score in words; before the first hop of free play all pips are left. */
function describe(state, seat) {
  if (seat.puzzle) return t("Puzzle {name}", { name: seat.puzzle.name });
  const left = seat.pips ?? (state.mode === "free" ? state.full : null);
  const pips = left === null ? t("not scored yet") : tn("{n} pip", "{n} pips", left);
  return seat.time === null ? pips : `${seconds(seat.time)}, ${pips}`;
}

/** A total in pips, or King Tut's time. */
function figure(state, total) {
  return state.mode === "king-tut" ? seconds(total) : String(total);
}

/** The sheet to enter the pips of a real board. */
export function pipsSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const { L: large, M: medium, S: small } = state.board.pips;
  const seat = seatOf(state, store.ui.pipsOf);
  const save = async (event) => {
    event.preventDefault();
    const pips = Number(new FormData(event.target).get("pips"));
    closeSheet();
    await tap("score.type", { seat: seat.id, pips }, { version: store.ui.pipsVersion });
  };
  return sheet({
    name: "pips",
    title: t("What does {name} have left?", { name: seat.name }),
    onclose: closeSheet,
  },
    h("p", {},
      t(
        "Count the pips on all remaining pyramids, covered ones too: large {large}, medium {medium}, small {small}.",
        { large, medium, small })),
    h("form", { class: "stack", onsubmit: save },
      h("label", { for: "pips" }, t("Pips")),
      h("input",
        { id: "pips", name: "pips", type: "number", inputmode: "numeric", required: true,
          min: state.perfect, max: state.full }),
      h("button", { class: "primary" }, icon("tick"), t("Save score"))));
}

export function tableTab(context) {
  return [
    h("h1", { key: "head" }, t("Standings")),
    hint(context.store, "solitaire-table", t("Tap a player to enter what’s left on a real board.")),
    scoreList(context),
  ];
}

/** The heading at the end; a player alone wins with a perfect board only (solitaire R4, D). */
export function headline(state) {
  const [{ total }] = state.ranking;
  if (state.seats.length === 1 && total > state.perfect)
    return tn("Your best board: {n} pip", "Your best board: {n} pips", total);
  return winnersHead(state, t("You win!"), (name) => t("{name} wins!", { name }));
}

/** The state with its totals in words. */
export function ranked(state) {
  return {
    ...state,
    ranking: state.ranking
      .filter(({ total }) => total !== null)
      .map((row) => ({ ...row, total: figure(state, row.total) })),
  };
}

export function over(context) {
  const { state } = context;
  const alone = state.mode === "free" && state.seats.length === 1;
  return [
    sceneHead(headline(state)),
    podium(ranked(state)),
    scoreList(context),
    alone &&
      h("a", { key: "again", class: "button primary", href: "/s" },
        icon("shuffle"),
        t("New board")),
  ];
}
