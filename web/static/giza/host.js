// The host's screen: a laptop or TV at the table, to be read from two metres away.

import { h, render } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { connect } from "../js/live.js";
import { Notices } from "../js/notices.js";
import { card, chiefMark, disc, seatOf } from "./cards.js";
import { laidDown } from "./choose.js";
import { goalsSheet } from "./goals-sheet.js";
import { historyTab } from "./history-tab.js";
import { goalCards, readiness, seatList } from "./lobby.js";
import { tellNews } from "./news.js";
import { passSheet, phonesSheet, showPhones } from "./phones.js";
import { photoSheet } from "./photos.js";
import { pyramidPanel } from "./pyramid-tab.js";
import { pyramidView } from "./pyramid-view.js";
import { scoreSheet } from "./score-sheet.js";
import { podium, scoreTable } from "./scoring.js";
import { sheet } from "../js/sheet.js";
import { slotSheet } from "./slot-sheet.js";
import { linkPill, roundTrack } from "./status.js";
import { total } from "./tally.js";
import { parade, reasons, turnPanel } from "./turns.js";

const { code, join } = document.body.dataset;
const address = new URL(join).host;
const app = document.getElementById("app");
const notices = new Notices(document.getElementById("notices"), document.getElementById("spoken"));
const say = notices.say.bind(notices);
const { store, tap, base, view } = connect({ code, seat: "", say });

const SHEETS = {
  goals: goalsSheet,
  slot: slotSheet,
  score: scoreSheet,
  photo: photoSheet,
  history: historySheet,
  pyramid: pyramidSheet,
  phones: phonesSheet,
  pass: passSheet,
};
const STAGES = { lobby: lobbyStage, choose: chooseStage, turns: turnsStage, scoring: scoringStage, over: overStage };

store.onNews = (state, before) => tellNews(store, notices, state, before);
store.subscribe(draw);

function draw() {
  const { state, ui } = store;
  if (store.link === "gone")
    return render(
      app,
      h(
        "main",
        { class: "stage" },
        h("h1", {}, "This table is gone"),
        h("a", { class: "button primary", href: "/" }, "To the start"),
      ),
    );
  if (!state) return render(app, h("main", { class: "stage waiting" }, linkPill(store)));
  app.dataset.version = state.version; // which state the page shows
  const context = { store, state, tap, base, view, say, closeSheet, undoButton: () => null };
  render(app, [
    top(state),
    h(
      "main",
      { key: `stage-${state.phase}`, class: `stage stage-${state.phase}`, "data-phase": state.phase },
      STAGES[state.phase](context),
    ),
    ui.sheet && SHEETS[ui.sheet](context),
  ]);
}

function closeSheet() {
  // the slot, score and photo sheets are opened from a pyramid's sheet: back to it
  const back = store.ui.pyramidOf && store.ui.sheet !== "pyramid" ? "pyramid" : null;
  store.show({ sheet: back, ...(back ? {} : { pyramidOf: null }) });
}

function top(state) {
  return h(
    "header",
    { key: "top", class: "host-top" },
    h("span", { class: "wordmark" }, h("img", { src: "/static/favicon.svg", alt: "", width: 44, height: 44 }), "Giza"),
    roundTrack(state),
    linkPill(store),
    state.phase !== "lobby" &&
      h("span", { class: "host-join" }, h("span", {}, address, h("strong", {}, code)), qr("small")),
    state.seats.length > 0 && h("button", { onclick: () => showPhones(store) }, icon("phone"), "Phones"),
    h("button", { onclick: () => store.show({ sheet: "history" }) }, icon("history"), "History"),
  );
}

function qr(extra = "") {
  return h("img", {
    class: `qr ${extra}`.trim(),
    src: `${base}/qr.svg`,
    alt: "QR code that leads phones to this table",
  });
}

function lobbyStage({ store, state, tap }) {
  return [
    h(
      "section",
      { key: "invite", class: "invite" },
      qr(),
      h("p", { class: "invite-words" }, "Scan to sit down"),
      h(
        "p",
        { class: "invite-code" },
        h("span", {}, "or open ", h("strong", {}, address)),
        h("span", {}, "and type ", h("strong", { class: "code" }, code)),
      ),
    ),
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
      state.seats.length > 0 && seatList(state, tap),
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
    { key: seat.id, class: "host-pyramid", onclick: () => store.show({ sheet: "pyramid", pyramidOf: seat.id }) },
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
      h(
        "form",
        { action: "/tables", method: "post" },
        h("input", { type: "hidden", name: "game", value: "giza" }),
        h("button", { class: "primary" }, icon("play"), "New table"),
      ),
    ),
  ];
}

function historySheet(context) {
  return sheet({ name: "history", title: "History", onclose: closeSheet, wide: true }, historyTab(context));
}

function pyramidSheet(context) {
  const seat = seatOf(context.state, store.ui.pyramidOf);
  return sheet(
    { name: "pyramid", title: `${seat.name}\u2019s pyramid`, onclose: closeSheet, wide: true },
    ...pyramidPanel(context, seat),
  );
}
