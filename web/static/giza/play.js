// A player's phone: header, one of four tabs, the tab bar, and whatever sheet is open.

import { h, render } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { connect } from "../js/live.js";
import { Notices } from "../js/notices.js";
import { chiefMark, disc, mySeat } from "./cards.js";
import { choose } from "./choose.js";
import { goalsSheet } from "./goals-sheet.js";
import { historyTab } from "./history-tab.js";
import { lobby } from "./lobby.js";
import { tellNews } from "./news.js";
import { passSheet, phonesSheet } from "./phones.js";
import { photoSheet } from "./photos.js";
import { pyramidTab } from "./pyramid-tab.js";
import { scoreSheet } from "./score-sheet.js";
import { over, scoring } from "./scoring.js";
import { slotSheet } from "./slot-sheet.js";
import { linkPill, roundTrack } from "./status.js";
import { tableTab } from "./table-tab.js";
import { turns } from "./turns.js";

const TABS = [
  ["play", "Play", "play"],
  ["pyramid", "Pyramid", "pyramid"],
  ["table", "Table", "table"],
  ["history", "History", "history"],
];
const SCENES = { lobby, choose, turns, scoring, over };
const TAB_VIEWS = {
  play: (context) => SCENES[context.state.phase](context),
  pyramid: pyramidTab,
  table: tableTab,
  history: historyTab,
};
const SHEETS = {
  goals: goalsSheet,
  slot: slotSheet,
  score: scoreSheet,
  photo: photoSheet,
  phones: phonesSheet,
  pass: passSheet,
};

const { code, seat } = document.body.dataset;
const hosting = "hosting" in document.body.dataset; // this phone is also the host's
const app = document.getElementById("app");
const notices = new Notices(document.getElementById("notices"), document.getElementById("spoken"));
const say = notices.say.bind(notices);
const { store, tap, base, view } = connect({ code, seat, say });

store.ui = { tab: "play", sheet: null };
store.onNews = (state, before) => tellNews(store, notices, state, before);
store.subscribe(draw);

function draw() {
  const { state, ui } = store;
  if (store.link === "gone") return render(app, gone());
  if (!state)
    return render(
      app,
      h("main", { class: "scene waiting" }, linkPill(store), h("p", {}, icon("hourglass"), "Finding your table\u2026")),
    );
  app.dataset.version = state.version; // which state the page shows
  const context = { store, state, tap, base, view, say, hosting, closeSheet, undoButton };
  document.title = `${titleOf(state)} \u00b7 Giza`;
  render(app, [
    header(state),
    h(
      "main",
      {
        key: `main-${ui.tab}`,
        class: `scene scene-${ui.tab}`,
        "data-phase": state.phase,
        mounted: () => scrollTo(0, 0),
      },
      TAB_VIEWS[ui.tab](context),
    ),
    tabBar(state, ui),
    ui.sheet && SHEETS[ui.sheet](context),
  ]);
}

/** What a phone's list of tabs says. */
function titleOf(state) {
  if (isWanted(state)) return "It is up to you";
  return state.phase === "lobby" || state.phase === "over" ? state.code : `Round ${state.round}`;
}

/** Whether the game waits for this seat. */
function isWanted(state) {
  const me = mySeat(state);
  return Boolean(me) && ((state.phase === "choose" && !me.chosen) || me.turn === "active");
}

function header(state) {
  const me = mySeat(state);
  return h(
    "header",
    { key: "head", class: "top" },
    h(
      "span",
      { class: "top-me" },
      me && disc(me),
      h("span", { class: "clip" }, me ? me.name : code),
      me && chiefMark(state, me),
    ),
    roundTrack(state),
    linkPill(store),
  );
}

function tabBar(state, ui) {
  const wanted = isWanted(state);
  return h(
    "nav",
    { key: "tabs", class: "tabs", "aria-label": "Screens" },
    TABS.map(([name, label, sign]) =>
      h(
        "button",
        { key: name, class: "tab", "aria-current": ui.tab === name ? "page" : null, onclick: () => go(name) },
        icon(sign),
        label,
        name === "play" &&
          wanted &&
          ui.tab !== "play" &&
          h("span", { class: "tab-dot" }, h("span", { class: "spoken" }, ", it is up to you")),
      ),
    ),
  );
}

function go(tab) {
  if (tab === store.ui.tab) return scrollTo({ top: 0, behavior: "smooth" });
  store.show({ tab, ...(tab === "pyramid" && { pyramidOf: store.state.you }) });
}

function closeSheet() {
  store.show({ sheet: null });
}

/** An Undo button for the newest thing this seat did. */
function undoButton() {
  const mine = store.state.history.find(
    (entry) => entry.actor === store.state.you && entry.kind !== "undo" && entry.undoable && !entry.undone,
  );
  return mine && { label: "Undo", run: () => tap("undo", { target: mine.version }) };
}

function gone() {
  return h(
    "main",
    { class: "scene waiting" },
    h("h1", {}, "This table is gone"),
    h("p", {}, "The host has closed it, or the code has changed."),
    h("a", { class: "button primary", href: "/" }, "To the start"),
  );
}
