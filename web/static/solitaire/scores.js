// How the players stand, the pips typed in by hand, and the end.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { sceneHead } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { seconds } from "./clock.js";

export function scoreList(context) {
  return h("ul", { key: "scores", class: "score-list" },
    context.state.seats.map((seat) => h("li", { key: seat.id }, scoreRow(context, seat))));
}

/** How a player stands; tapped, the pips can be entered. */
export function scoreRow({ store, state }, seat) {
  return h("button", {
    class: "score-row",
    "data-face": true,
    onclick: () => enterPips(store, seat),
  },
    disc(seat),
    h("span", { class: "seat-name" }, seat.name, h("small", {}, describe(state, seat))),
    seat.total !== null && h("span", { class: "score-figure" }, figure(state, seat.total)));
}

/** The sheet for it goes by the score that stood there when it was opened. */
export function enterPips(store, seat) {
  store.show({ sheet: "pips", pipsOf: seat.id, pipsVersion: seat.score_version });
}

/** Whoever plays freely has all pips of a full board before the first hop; else it may be a real board that is played on. */
function describe(state, seat) {
  const left = seat.pips ?? (state.mode === "free" ? state.full : null);
  const pips = left === null ? t("not scored yet") : tn("{n} pip", "{n} pips", left);
  return seat.time === null ? pips : `${seconds(seat.time)}, ${pips}`;
}

/** A total: pips, or King Tut's time. */
function figure(state, total) {
  return state.mode === "king-tut" ? seconds(total) : String(total);
}

/** Pips by hand, for whoever counted the real ones. */
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
        { large, medium, small },
      )),
    h("form", { class: "stack", onsubmit: save },
      h("label", { for: "pips" }, t("Pips")),
      h("input", {
        id: "pips",
        name: "pips",
        type: "number",
        inputmode: "numeric",
        required: true,
        min: state.perfect,
        max: state.full,
      }),
      h("button", { class: "primary" }, icon("tick"), t("Save score"))));
}

export function tableTab(context) {
  return [
    h("h1", { key: "head" }, t("Standings")),
    hint(context.store, "solitaire-table", t("Tap a player to enter what’s left on a real board.")),
    scoreList(context),
  ];
}

export function headline(state) {
  const first = state.ranking.filter((row) => row.place === 1).map((row) => row.seat);
  if (first.length > 1)
    return t("{names} share the win", {
      names: first.map((id) => seatOf(state, id).name).join(", "),
    });
  return first[0] === state.you
    ? t("You win!")
    : t("{name} wins!", { name: seatOf(state, first[0]).name });
}

/** The ranking in the words of its mode. */
export function ranked(state) {
  return {
    ...state,
    ranking: state.ranking.map((row) => ({ ...row, total: figure(state, row.total) })),
  };
}

export function over(context) {
  const { state } = context;
  return [sceneHead(headline(state)), podium(ranked(state)), scoreList(context)];
}
