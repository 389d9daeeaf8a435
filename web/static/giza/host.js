// Giza on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene } from "../js/host.js";
import { icon } from "../js/icons.js";
import { podium } from "../js/podium.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { chiefMark, supply } from "./cards.js";
import { laidDown } from "./choose.js";
import { game } from "./game.js";
import { goalCards } from "./lobby.js";
import { pyramidPanel } from "./pyramid-tab.js";
import { pyramidView } from "./pyramid-view.js";
import {
  fallen,
  figure,
  pharaoh,
  questions,
  scoreTable,
  scoringHead,
  standing,
} from "./scoring.js";
import { againPanel, parade, reasons, turnPanel } from "./turns.js";

host({
  ...game,
  stages: { choose: chooseStage, turns: turnsStage, scoring: scoringStage, over: overStage },
  sheets: { ...game.sheets, pyramid: pyramidSheet },
  back,
});

/** Go back to the pyramid's sheet, which opens the slot, score and photo sheets. */
function back({ ui }) {
  return ui.pyramidOf && ui.sheet !== "pyramid"
    ? { sheet: "pyramid" }
    : { sheet: null, pyramidOf: null };
}

function chooseStage({ state }) {
  const open = state.seats.filter((seat) => !seat.chosen).map((seat) => seat.name);
  return [
    hostScene(
      h("h1", {}, t("Reveal {n} penguins", { n: state.seats.length })),
      h("p", { class: "lead" },
        open.length
          ? t("Still choosing: {names}", { names: open.join(", ") })
          : t("Everyone has chosen")),
      laidDown(state)),
    aside(state),
  ];
}

function turnsStage(context) {
  const { store, state } = context;
  const active = state.seats.find((seat) => seat.turn === "active");
  return [
    hostScene(
      h("h1", {}, active ? t("{name}’s turn", { name: active.name }) : t("Everyone has placed")),
      parade(store, state),
      reasons(state),
      !context.looksOn && againPanel(context)),
    aside(state, active && turnPanel(context, active, false)),
  ];
}

/** Goals, tokens and the Chief, beside the scene. */
function aside(state, more = null) {
  return hostAside(t("Table"),
    more,
    h("h2", {}, t("Goals")),
    goalCards(state),
    h("div", { class: "host-facts" },
      supply(state),
      h("p", {}, icon("chief", "fact-chief"), chiefWords(state))),
    h("ul", { class: "host-tokens" },
      state.seats
        .filter((seat) => seat.tokens)
        .map((seat) => h("li", { key: seat.id },
          disc(seat, "small"),
          tn("{name} holds {n} token", "{name} holds {n} tokens",
            seat.tokens, { name: seat.name })))));
}

function chiefWords(state) {
  const seat = seatOf(state, state.chief);
  return seat ? t("{name} has the Chief", { name: seat.name }) : t("No Chief yet");
}

function scoringStage(context) {
  const { store, state } = context;
  return [
    scoringHead(state),
    questions(context),
    h("div", { key: "rows", class: "host-pyramids" },
      state.seats.map((seat) => seatPyramid(store, state, seat))),
  ];
}

function seatPyramid(store, state, seat) {
  return h("button",
    { key: seat.id, class: "host-pyramid", "data-face": true,
      onclick: () => store.show({ sheet: "pyramid", pyramidOf: seat.id }) },
    h("span", { class: "host-pyramid-name" },
      disc(seat),
      h("span", { class: "clip" }, seat.name),
      chiefMark(state, seat)),
    pyramidView(state, seat),
    h("span", { class: "host-total" }, figure(seat)),
    h("small", {}, standing(seat)));
}

function overStage({ store, state }) {
  return [
    hostScene(
      h("h1", {}, pharaoh(state)),
      state.tiebreak && h("p", { class: "tiebreak" }, icon("chief"), state.tiebreak),
      podium(state, { mark: fallen })),
    hostAside(t("Scores"),
      scoreTable({ show: ({ pyramidOf }) => store.show({ sheet: "pyramid", pyramidOf }) }, state)),
  ];
}

function pyramidSheet(context) {
  const { store, state, closeSheet } = context;
  const seat = seatOf(state, store.ui.pyramidOf);
  return sheet({
    name: "pyramid",
    title: t("{name}’s pyramid", { name: seat.name }),
    onclose: closeSheet,
    wide: true,
  },
    ...pyramidPanel(context, seat));
}
