// Giza on the host's screen.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { host, invite, newTable } from "../js/host.js";
import { icon } from "../js/icons.js";
import { photoSheet } from "../js/photos.js";
import { podium } from "../js/podium.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { chiefMark } from "./cards.js";
import { laidDown } from "./choose.js";
import { goalsSheet } from "./goals-sheet.js";
import { goalCards, readiness, youngest } from "./lobby.js";
import { news } from "./news.js";
import { progress } from "./progress.js";
import { pyramidPanel } from "./pyramid-tab.js";
import { pyramidView } from "./pyramid-view.js";
import { scoreSheet } from "./score-sheet.js";
import { scoreTable } from "./scoring.js";
import { slotSheet } from "./slot-sheet.js";
import { total } from "./tally.js";
import { parade, reasons, turnPanel } from "./turns.js";

host({
  stages: { lobby: lobbyStage, choose: chooseStage, turns: turnsStage, scoring: scoringStage, over: overStage },
  sheets: { goals: goalsSheet, slot: slotSheet, score: scoreSheet, photo: photoSheet, pyramid: pyramidSheet },
  progress,
  news,
  back,
});

/** The slot, score and photo sheets are opened from a pyramid's sheet: back to it. */
function back({ ui }) {
  return ui.pyramidOf && ui.sheet !== "pyramid" ? { sheet: "pyramid" } : { sheet: null, pyramidOf: null };
}

function lobbyStage(context) {
  const { store, state, tap } = context;
  return [
    invite(context),
    h(
      "section",
      { key: "seats", class: "host-side" },
      h(
        "header",
        { class: "host-head" },
        h("h1", {}, state.seats.length ? "Round the table" : "Who plays?"),
        h(
          "p",
          { class: "quiet" },
          state.seats.length
            ? "Clockwise. Tap the crown of the youngest."
            : "Two to four players, each with a phone in this Wi-Fi.",
        ),
      ),
      state.seats.length > 0 && youngest(state, tap),
      h("h2", {}, "Goals"),
      h(
        "div",
        { class: "host-goals" },
        state.goals.length > 0 && goalCards(state),
        h(
          "div",
          { class: "stack" },
          h(
            "button",
            { onclick: () => tap("goals.draw") },
            icon("shuffle"),
            state.goals.length ? "Draw again" : "Draw three",
          ),
          h(
            "button",
            { onclick: () => store.show({ sheet: "goals", picked: state.goals.map((goal) => goal.id) }) },
            icon("pen"),
            "Choose",
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: () => tap("game.start") }, icon("play"), "Start round 1"),
        h("p", { class: "quiet" }, readiness(state)),
      ),
    ),
  ];
}

function chooseStage({ state }) {
  const open = state.seats.filter((seat) => !seat.chosen).map((seat) => seat.name);
  return [
    h(
      "section",
      { key: "scene", class: "host-scene" },
      h("h1", {}, `Turn up ${state.seats.length} penguins`),
      h("p", { class: "lead" }, open.length ? `Choosing in secret: ${open.join(", ")}` : "All have chosen"),
      laidDown(state),
    ),
    aside(state),
  ];
}

function turnsStage(context) {
  const { store, state } = context;
  const active = state.seats.find((seat) => seat.turn === "active");
  return [
    h(
      "section",
      { key: "scene", class: "host-scene" },
      h("h1", {}, active ? `${active.name}\u2019s turn` : "All placed"),
      parade(store, state),
      reasons(state),
    ),
    aside(state, active && turnPanel(context, active, false)),
  ];
}

/** What lies open beside the parade. */
function aside(state, more = null) {
  return h(
    "aside",
    { key: "aside", class: "host-aside", "aria-label": "The table" },
    more,
    h("h2", {}, "Goals"),
    goalCards(state),
    h(
      "div",
      { class: "host-facts" },
      h("p", {}, card(state, "token", { extra: "token" }), `${state.supply} in the supply`),
      h("p", {}, icon("chief", "fact-chief"), `${seatOf(state, state.chief)?.name ?? "Nobody"} has the Chief`),
    ),
    h(
      "ul",
      { class: "host-tokens" },
      state.seats
        .filter((seat) => seat.tokens)
        .map((seat) =>
          h(
            "li",
            { key: seat.id },
            disc(seat, "small"),
            `${seat.name} holds ${seat.tokens} ${seat.tokens === 1 ? "token" : "tokens"}`,
          ),
        ),
    ),
  );
}

function scoringStage({ store, state }) {
  return [
    h("h1", { key: "head" }, "Photograph the pyramids"),
    h(
      "div",
      { key: "rows", class: "host-pyramids" },
      state.seats.map((seat) => seatPyramid(store, state, seat)),
    ),
  ];
}

function seatPyramid(store, state, seat) {
  return h(
    "button",
    { key: seat.id, class: "host-pyramid", "data-face": true, onclick: () => store.show({ sheet: "pyramid", pyramidOf: seat.id }) },
    h(
      "span",
      { class: "host-pyramid-name" },
      disc(seat),
      h("span", { class: "clip" }, seat.name),
      chiefMark(state, seat),
    ),
    pyramidView(state, seat),
    h("span", { class: "host-total" }, seat.score ? total(seat.score) : "\u2013"),
  );
}

function overStage({ store, state }) {
  const [first] = state.ranking;
  return [
    h(
      "section",
      { key: "scene", class: "host-scene" },
      h("h1", {}, `${seatOf(state, first.seat).name} is the Pharaoh!`),
      state.tiebreak && h("p", { class: "tiebreak" }, icon("chief"), state.tiebreak),
      podium(state),
    ),
    h(
      "aside",
      { key: "aside", class: "host-aside", "aria-label": "Scores" },
      scoreTable({ show: ({ pyramidOf }) => store.show({ sheet: "pyramid", pyramidOf }) }, state),
      newTable(state),
    ),
  ];
}

function pyramidSheet(context) {
  const { store, state, closeSheet } = context;
  const seat = seatOf(state, store.ui.pyramidOf);
  return sheet(
    { name: "pyramid", title: `${seat.name}\u2019s pyramid`, onclose: closeSheet, wide: true },
    ...pyramidPanel(context, seat),
  );
}
