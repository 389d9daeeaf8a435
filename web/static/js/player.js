// A player's phone: header, one of the game's tabs, the tab bar, and whatever sheet is open. A game says what is on
// its tabs; the rest is the same at every table.

import { h, render } from "./dom.js";
import { historyTab } from "./history.js";
import { icon } from "./icons.js";
import { keepsake } from "./keepsake.js";
import { languageMenu } from "./languages.js";
import { connect } from "./live.js";
import { tellNews } from "./news.js";
import { noticeBar, onNotice, say } from "./notices.js";
import { passSheet, phonesSheet } from "./phones.js";
import { disc, mySeat } from "./seats.js";
import { linkPill, track } from "./status.js";
import { t } from "./words.js";

/**
 * Run the phone's screen of a game:
 *   tabs      [[name, label, sign]], "play" first; "history" is added
 *   views     for each tab but the history a function of the context
 *   sheets    likewise by name
 *   progress  (state) => what the track in the header shows (`status.track`)
 *   wanted    (state, me) => whether the game waits for this seat
 *   mark      (state, me) => a sign beside one's own name, or null
 *   news      what of others' doings is told, and how (`news.tellNews`)
 *   open      what is remembered when a tab is opened, by its name
 */
export function player(game) {
  const { code, seat, title } = document.body.dataset;
  const app = document.getElementById("app");
  const { store, tap, base, view } = connect({ code, seat, say });
  const hosting = "hosting" in document.body.dataset; // this phone is also the host's
  const closeSheet = () => store.show({ sheet: null });
  const undoButton = (kinds) => undoOf(store.state, tap, kinds);

  let opened = null; // the phase whose top was shown
  store.ui = { tab: "play", sheet: null };
  store.onNews = (state, before) => tellNews(game.news, store, state, before);
  onNotice(() => store.show({}));
  store.subscribe(draw);
  draw();

  function draw() {
    const { state, ui } = store;
    if (store.link === "gone") return render(app, gone());
    if (!state) return render(app, finding(store));
    app.dataset.version = state.version; // which state the page shows
    const me = mySeat(state);
    const wanted = Boolean(me) && game.wanted(state, me);
    document.title = `${wanted ? t("Your turn") : game.progress(state).title || state.code} \u00b7 ${title}`;
    render(
      app,
      screen(
        game,
        { store, state, tap, base, view, say, hosting, closeSheet, undoButton },
        me,
        wanted,
      ),
    );
    if (opened !== state.phase && ui.tab === "play" && !ui.sheet) {
      opened = state.phase;
      scrollTo(0, 0); // what is to be done now stands at the top
    }
  }
}

/** Header, the open tab, the bar of tabs, and the open sheet. */
function screen(game, context, me, wanted) {
  const { store, state } = context;
  const { tab, sheet } = store.ui;
  const views = { ...game.views, history: historyTab };
  const sheets = { ...game.sheets, phones: phonesSheet, pass: passSheet };
  return [
    header(game, store, me),
    scene(`scene scene-${tab}`, `main-${tab}`, state.phase, [
      views[tab](context),
      tab === "play" && state.finished && keepsake(context),
      tab === "play" && rulesLink(state),
      tab === "play" && state.phase === "lobby" && languageMenu(),
    ]),
    tabBar(game, store, wanted),
    sheet && sheets[sheet](context),
  ];
}

function header(game, store, me) {
  const { state } = store;
  return h(
    "header",
    { key: "head", class: "top" },
    h("span", { class: "top-me" },
      me && disc(me),
      h("span", { class: "clip" }, me ? me.name : state.code),
      me && game.mark?.(state, me)),
    track(state, game.progress(state)),
    linkPill(store),
    noticeBar(!store.ui.sheet), // a sheet has its own
  );
}

/** The way to the game's rules, below what is to be done. */
function rulesLink({ code }) {
  return h("p", { key: "rules", class: "rules-link" },
    h("a", { class: "button small", href: `/t/${code}/rules` }, t("Rules")));
}

/** An Undo button for the newest thing this seat did, of these kinds. */
function undoOf(state, tap, kinds) {
  const mine = state.history.find(
    ({ actor, kind, undoable, undone }) =>
      actor === state.you &&
      (kinds ? kinds.includes(kind) : kind !== "undo") &&
      undoable &&
      !undone,
  );
  return mine && { label: t("Undo"), run: () => tap("undo", { target: mine.version }) };
}

function scene(look, key, phase, children) {
  return h("main", { key, class: look, "data-phase": phase, mounted: () => scrollTo(0, 0) },
    children);
}

function tabBar(game, store, wanted) {
  const open = store.ui.tab;
  const go = (tab) => {
    if (tab === open) return scrollTo({ top: 0, behavior: "smooth" });
    store.show({ tab, ...game.open?.[tab]?.(store.state) });
  };
  return h("nav", { key: "tabs", class: "tabs", "aria-label": t("Screens") },
    [...game.tabs, ["history", t("History"), "history"]].map(([name, label, sign]) => h("button", {
      key: name,
      class: "tab",
      "aria-current": open === name ? "page" : null,
      onclick: () => go(name),
    },
      icon(sign),
      label,
      name === "play" &&
        wanted &&
        open !== "play" &&
        h("span", { class: "tab-dot" }, h("span", { class: "spoken" }, t(", your turn"))))));
}

function finding(store) {
  return h("main", { class: "scene waiting" },
    linkPill(store),
    h("p", {}, icon("hourglass"), t("Finding your table…")));
}

function gone() {
  return h("main", { class: "scene waiting" },
    h("h1", {}, t("This table has closed")),
    h("p", {}, t("The host closed it, or the code changed.")),
    h("a", { class: "button primary", href: "/" }, t("Home page")));
}
