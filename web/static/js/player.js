// A player's phone: the header, a tab of the game, the tab bar, and the open sheet.

import { againBar, followOn, gamesSheet, tally } from "./again.js";
import { askSheet } from "./ask.js";
import { bellSwitches, call, ring } from "./bell.js";
import { h, render } from "./dom.js";
import { parted } from "./foot.js";
import { guarded } from "./guard.js";
import { historyTab } from "./history.js";
import { icon } from "./icons.js";
import { keepsake } from "./keepsake.js";
import { languageMenu } from "./languages.js";
import { connect } from "./live.js";
import { phoneLobby } from "./lobby.js";
import { noticeBar, onNotice, say, tellNews } from "./notices.js";
import { roundButton } from "./parts.js";
import { glide, party } from "./party.js";
import { passSheet, phonesSheet, tellAsks } from "./phones.js";
import { rulesSheet, showRules } from "./rulings.js";
import { disc, mySeat } from "./seats.js";
import { linkPill, progressOf, track } from "./status.js";
import { learn, teach } from "./teach.js";
import { t } from "./words.js";

/**
 * Run the phone's screen of a game:
 *   tabs      [[name, label, sign]], "play" first; "history" is added
 *   lobby     the screen before the game (lobby.js)
 *   scenes    for each later phase a function of the context, for the Play tab
 *   views     likewise for the other tabs
 *   sheets    likewise by name
 *   progress  (state) => {words, title, steps, now} for the header (status.js)
 *   wanted    (state, me) => whether the game waits for this seat
 *   alarm     (state, before) => whether to sound and buzz, besides when it is this seat's turn
 *   mark      (state, me) => a sign beside the player's name, or null
 *   rules     (state) => the sections of the rules that matter now, from 1 (rulings.js)
 *   news      what to report of others' taps (notices.js)
 *   lesson    the five steps that teach it (teach.js)
 *   open      by tab, (state) => what to remember when it is opened
 */
export function player(game) {
  const { code, seat, title } = document.body.dataset;
  const app = document.getElementById("app");
  const table = connect({ code, seat, say });
  const { store, tap } = table;
  const hosting = "hosting" in document.body.dataset; // this phone is also the host's
  const closeSheet = () => store.show({ sheet: null });
  const undoButton = (kinds) => undoOf(store.state, tap, kinds);

  let opened = null; // the phase whose top was shown
  let first = null; // the version that this page began with
  store.ui = { tab: "play", sheet: null };
  store.onNews = (state, before) => {
    tellNews(game.news, store, state, before);
    learn(game.lesson, state, before);
    if (hosting) tellAsks({ ...table, say }, state, before);
    if (before && game.alarm?.(state, before)) call();
  };
  onNotice(() => store.show({}));
  const redraw = guarded(app, draw);
  store.subscribe(redraw);
  followOn(table);
  redraw();

  function draw() {
    const { state, ui } = store;
    if (store.link === "gone") return render(app, gone());
    if (!state) return render(app, finding(store));
    app.dataset.version = state.version; // which state the page shows
    const me = mySeat(state);
    const wanted = Boolean(me) && !state.finished && game.wanted(state, me);
    const progress = progressOf(game, state);
    ring(wanted);
    document.title = `${wanted ? t("Your turn") : progress.title || state.code} \u00b7 ${title}`;
    first ??= state.version;
    const context = { ...table, state, first, say, hosting, closeSheet, undoButton };
    render(app, screen(game, context, me, wanted, progress));
    if (opened !== state.phase && ui.tab === "play" && !ui.sheet) {
      opened = state.phase;
      scrollTo(0, 0); // what to do now stands at the top
    }
  }
}

/** The header, the open tab, the tab bar and the open sheet. */
function screen(game, context, me, wanted, progress) {
  const { store, state } = context;
  const { tab, sheet } = store.ui;
  const views = { ...game.views, play: () => playTab(game, context), history: historyTab };
  const sheets = {
    ...game.sheets,
    ask: askSheet,
    games: gamesSheet,
    phones: phonesSheet,
    pass: passSheet,
    rules: () => rulesSheet(game, context),
  };
  const { scene, acts } = parted(views[tab](context));
  return [
    h("header", { key: "head", class: "top" },
      h("span", { class: "top-me" },
        me && disc(me),
        h("span", { class: "clip" }, me ? me.name : state.code),
        me && game.mark?.(state, me)),
      track(state, progress),
      roundButton("help", t("Rules"), () => showRules(context)),
      linkPill(store),
      noticeBar(!sheet)),
    h("main",
      { key: `main-${tab}`, class: `scene scene-${tab}`, "data-phase": state.phase,
        mounted: () => scrollTo(0, 0) },
      scene),
    h("div", { key: "foot", class: "foot" },
      acts.length > 0 && h("div", { key: "acts", class: "acts" }, acts),
      tabBar(game, store, wanted)),
    glide(state, context.first),
    party(state),
    sheet && sheets[sheet](context),
  ];
}

function playTab(game, context) {
  const { store, state } = context;
  const lobby = state.phase === "lobby";
  return [
    teach(game.lesson, context),
    lobby ? phoneLobby(game.lobby, context) : game.scenes[state.phase](context),
    state.finished && [tally(state), keepsake(context)],
    !state.finished && bellSwitches(store),
    lobby && [tally(state), languageMenu()],
    state.finished && againBar(context),
  ];
}

/** An Undo button for this seat's newest event, or its newest of these `kinds`. */
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

function tabBar(game, store, wanted) {
  const open = store.ui.tab;
  const go = (tab) => {
    if (tab === open) return scrollTo({ top: 0, behavior: "smooth" });
    store.show({ tab, ...game.open?.[tab]?.(store.state) });
  };
  return h("nav", { key: "tabs", class: "tabs", "aria-label": t("Screens") },
    [...game.tabs, ["history", t("History"), "history"]].map(([name, label, sign]) => h("button",
      { key: name, class: "tab", "aria-current": open === name ? "page" : null,
        onclick: () => go(name) },
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
