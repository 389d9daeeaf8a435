// The host's screen: a laptop or TV at the table, to be read from two metres away.

import { againBar, followOn, gamesSheet, tally } from "./again.js";
import { askSheet } from "./ask.js";
import { h, render } from "./dom.js";
import { guarded } from "./guard.js";
import { historyTab } from "./history.js";
import { addIcons } from "./icons.js";
import { keepsake } from "./keepsake.js";
import { languageMenu } from "./languages.js";
import { connect } from "./live.js";
import { hostLobby } from "./lobby.js";
import { noticeBar, onNotice, say, tellNews } from "./notices.js";
import { button, roundButton } from "./parts.js";
import { glide, party } from "./party.js";
import { passSheet, phonesSheet, showPhones, tellAsks } from "./phones.js";
import { outOfReach, reachSheet, showReach, watchReach } from "./reach.js";
import { sheet } from "./sheet.js";
import { linkPill, progressOf, track } from "./status.js";
import { t } from "./words.js";

// a sign that phones don't need
addIcons({
  globe: [
    "c 12 12 9.2",
    "M2.8 12h18.4",
    "M12 2.8c-5.6 5-5.6 13.4 0 18.4M12 2.8c5.6 5 5.6 13.4 0 18.4",
  ],
});

/**
 * Run the host's screen of a game:
 *   stages    for each phase after the lobby a function of the context
 *   sheets    likewise by name
 *   lobby, progress, news   as for a phone (player.js)
 *   back      (store) => what to remember when a sheet is closed, if another sheet opened it
 */
export function host(game) {
  const { code, join, title } = document.body.dataset;
  const app = document.getElementById("app");
  const looksOn = "looksOn" in document.body.dataset; // a TV, with nothing to tap
  const table = connect({ code, seat: "", say, view: looksOn ? "screen" : "host" });
  const { store, base } = table;
  let first = null; // the version that this page began with
  const closeSheet = () => store.show(game.back?.(store) ?? { sheet: null });

  store.onNews = (state, before) => {
    tellNews(game.news, store, state, before);
    if (!looksOn) tellAsks({ ...table, say }, state, before);
  };
  onNotice(() => store.show({}));
  const redraw = guarded(app, draw);
  store.subscribe(redraw);
  followOn(table);
  redraw();
  if (!looksOn) watchReach(table);

  function draw() {
    const { state } = store;
    if (store.link === "gone") return render(app, gone());
    if (!state) return render(app, h("main", { class: "stage waiting" }, linkPill(store)));
    app.dataset.version = state.version; // which state the page shows
    first ??= state.version;
    const { reach } = store.ui;
    const door = { address: new URL(reach?.url ?? join).host, code, base };
    const more = { undoButton: () => null, help: reach && showReach };
    const context = { ...table, state, first, say, door, looksOn, closeSheet, ...more };
    const nodes = screen(game, context, title);
    render(app, looksOn ? still(nodes) : nodes);
  }
}

/** The header, the stage of the phase and the open sheet. */
function screen(game, context, title) {
  const { store, state } = context;
  const sheets = {
    ...game.sheets,
    ask: askSheet,
    games: gamesSheet,
    history: historySheet,
    phones: phonesSheet,
    pass: passSheet,
    reach: reachSheet,
    language: languageSheet,
  };
  return [
    top(game, context, title),
    h("main",
      { key: `stage-${state.phase}`, class: `stage stage-${state.phase}`, "data-phase": state.phase },
      state.phase === "lobby"
        ? [invite(context), hostLobby(game.lobby, context)]
        : game.stages[state.phase](context),
      state.finished && [keepsake(context), tally(state), againBar(context)]),
    glide(state, context.first),
    party(state),
    store.ui.sheet && sheets[store.ui.sheet](context),
  ];
}

function top(game, { store, state, door }, title) {
  return h("header", { key: "top", class: "host-top" },
    h("div", { class: "host-name" },
      h("span", { class: "wordmark" },
        h("img", { src: "/static/favicon.svg", alt: "", width: 44, height: 44 }),
        title),
      track(state, progressOf(game, state)),
      linkPill(store),
      noticeBar(!store.ui.sheet)),
    state.phase !== "lobby" && !outOfReach(store.ui.reach) &&
      h("span", { class: "host-join" },
        h("span", {}, door.address, h("strong", {}, door.code)),
        qr(door, "small")),
    roundButton("globe", t("Language"), () => store.show({ sheet: "language" })),
    h("a", { class: "button", href: `/t/${state.code}/rules?view=host` }, t("Rules")),
    button("phone", t("Phones"), () => showPhones(store)),
    button("history", t("History"), () => store.show({ sheet: "history" })));
}

/** The nodes without anything to tap: a button with `data-face` becomes a picture, others go. */
function still(nodes) {
  return nodes
    .flat(Infinity)
    .filter(Boolean)
    .flatMap((node) => {
      if (typeof node !== "object") return [node];
      const { onclick: _, tabindex: __, ...props } = node.props;
      const children = still(node.children);
      if (["form", "dialog", "details", "a"].includes(node.tag)) return [];
      if (node.tag !== "button") return [{ ...node, props, children }];
      return "data-face" in props ? [{ ...node, tag: "div", props, children }] : [];
    });
}

function languageSheet({ closeSheet }) {
  return sheet({ name: "language", title: t("Language"), onclose: closeSheet }, languageMenu());
}

function historySheet(context) {
  const { closeSheet } = context;
  return sheet({ name: "history", title: t("History"), onclose: closeSheet, wide: true },
    historyTab(context));
}

function gone() {
  return h("main", { class: "stage" },
    h("h1", {}, t("This table has closed")),
    h("a", { class: "button primary", href: "/" }, t("Home page")));
}

/** The QR code; the server ignores the query, which makes browsers load it for another address. */
function qr({ base, address }, extra = "") {
  const src = `${base}/qr.svg?at=${encodeURIComponent(address)}`;
  return h("img", { class: `qr ${extra}`.trim(), src, alt: t("QR code to join this table") });
}

/** How to join, large: QR code, address and code, or why no phone can. */
function invite(context) {
  const { door, help, store } = context;
  const lost = outOfReach(store.ui.reach);
  return h("section", { key: "invite", class: "invite" },
    ...(lost ? [h("p", { class: "invite-words" }, lost)] : scan(door)),
    help && button("help", t("A phone can’t connect"), () => help(context)));
}

function scan(door) {
  const { address, code } = door;
  return [
    qr(door),
    h("p", { class: "invite-words" }, t("Scan to join")),
    h("p", { class: "invite-code" },
      h("span", {}, t("or open {address}", { address: h("strong", {}, address) })),
      h("span", {}, t("and enter {code}", { code: h("strong", { class: "code" }, code) }))),
  ];
}

/** The main part of a stage. */
export function hostScene(...children) {
  return h("section", { key: "scene", class: "host-scene" }, ...children);
}

/** The part beside it. */
export function hostAside(label, ...children) {
  return h("aside", { key: "aside", class: "host-aside", "aria-label": label }, ...children);
}
