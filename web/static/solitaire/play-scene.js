// Playing: one's own board, hints and undo, and what King Tut or Quicksand ask for besides.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { request } from "../js/net.js";
import { photoButton, readingPanel } from "../js/photos.js";
import { mySeat, seatOf } from "../js/seats.js";
import { board } from "./board.js";
import { minutes, seconds, since, ticking } from "./clock.js";

const PATIENCE = 30000; // ms: a hint is reckoned for seconds
const WARN = 15000; // ms before the end of the sand

export function play(context) {
  const { store, state } = context;
  const me = mySeat(state);
  return [
    h("header", { key: "head", class: "scene-head" }, h("h1", {}, headline(state, me))),
    hint(
      store,
      "solitaire-play",
      "Tap a pyramid, then the square behind its neighbour. It hops; the top of what it hopped over is gone. One small one left is perfect.",
    ),
    timing(context),
    me && (isOver(state, me) ? scoring(context, me) : mine(context, me)),
    state.scored && state.round < state.rounds && next(context),
  ];
}

function headline(state, me) {
  if (state.mode === "king-tut") {
    const who = state.running ?? state.due;
    if (!who) return "All have played";
    return who === state.you ? (state.running ? "Your clock runs" : "You are next") : `${seatOf(state, who).name} plays`;
  }
  if (state.mode === "quicksand") return state.sand ? (state.sand.out ? "The sand has run out" : "Quick!") : "Ready?";
  return me?.over ? "No hop is left" : "Your board";
}

function isOver(state, me) {
  if (state.mode === "king-tut") return me.time !== null;
  return state.mode === "quicksand" && Boolean(state.sand?.out);
}

/** The clock of King Tut, or the sand. */
export function timing(context) {
  const { state } = context;
  if (state.mode === "king-tut") return stopwatch(context);
  return state.mode === "quicksand" ? sand(context) : null;
}

function stopwatch({ store, state, tap }) {
  const expects = { round: state.round };
  if (state.running) {
    const seat = seatOf(state, state.running);
    return h(
      "section",
      { key: "clock", class: "panel clock-panel" },
      ticking(`since-${state.since}`, () => ({ text: seconds(since(state.since, store.skew)) }), "large"),
      h(
        "button",
        { class: "primary", onclick: () => tap("clock.stop", { seat: seat.id }, expects) },
        icon("stop"),
        seat.id === state.you ? "Done" : `${seat.name} is done`,
      ),
    );
  }
  if (!state.due) return null;
  const seat = seatOf(state, state.due);
  return h(
    "section",
    { key: "clock", class: "panel clock-panel" },
    h("p", {}, `${state.penalty} seconds are added for each pip over ${state.perfect}.`),
    h(
      "button",
      { class: seat.id === state.you ? "primary" : "", onclick: () => tap("clock.start", { seat: seat.id }, expects) },
      icon("hourglass"),
      seat.id === state.you ? "Start my clock" : `Start ${seat.name}\u2019s clock`,
    ),
  );
}

function sand({ store, state, tap }) {
  const expects = { round: state.round };
  if (!state.sand) {
    const [shortest, longest] = state.limits;
    const choices = [60, 120, 180, 300].filter((limit) => limit >= shortest && limit <= longest);
    return h(
      "section",
      { key: "sand", class: "panel clock-panel" },
      h("p", {}, "All begin at once. How long does the sand run?"),
      h(
        "div",
        { class: "row" },
        choices.map((limit) =>
          h("button", { key: limit, onclick: () => tap("sand.start", { limit }, expects) }, `${limit / 60} min`),
        ),
      ),
      h("button", { class: "primary", onclick: () => tap("sand.hide", {}, expects) }, icon("hidden"), "Nobody knows"),
    );
  }
  if (state.sand.out) return null;
  return h(
    "section",
    { key: "sand", class: "panel clock-panel" },
    state.sand.hidden
      ? h("p", { class: "clock large" }, icon("hourglass"), " ?")
      : ticking(`sand-${state.sand.since}`, () => left(state, store), "large"),
    h("p", { class: "quiet" }, state.sand.hidden ? "The end comes when it comes." : "What is left when it ends counts."),
  );
}

function left(state, store) {
  const rest = Math.max(0, state.sand.limit * 1000 - since(state.sand.since, store.skew));
  return { text: minutes(rest), late: rest < WARN };
}

function mine(context, me) {
  const { store, state, tap } = context;
  const onhop = (hop) => {
    store.show({ advice: null });
    tap("hop", { seat: me.id, hop }, { changes: me.changes });
  };
  const advice = store.ui.advice?.changes === me.changes ? store.ui.advice : null;
  return h(
    "section",
    { key: "mine", class: "board-panel" },
    board(context, me, { onhop: me.hops.length ? onhop : null, advised: advice?.hop }),
    standing(me, advice, state),
    tools(context, me),
    me.over && freeEnd(context, me),
  );
}

/** What is left, and the best that can still be reached where a hint told it. */
function standing(me, advice, state) {
  return h(
    "p",
    { key: "standing", class: "standing", role: "status" },
    h("strong", {}, String(me.pips ?? state.full)),
    ` ${me.pips === 1 ? "pip" : "pips"} left`,
    advice && h("span", {}, `; ${advice.proven ? "the best possible is" : "can still become"} ${advice.best}`),
    me.lone && h("span", { class: "lone" }, icon("star"), ` one ${{ S: "small: perfect!", M: "medium", L: "large" }[me.lone]}`),
  );
}

function tools(context, me) {
  const { store, state, tap, undoButton } = context;
  const undo = undoButton();
  return h(
    "div",
    { key: "tools", class: "row tools" },
    h("button", { class: "small", disabled: !undo, onclick: () => undo?.run() }, icon("undo"), "Undo"),
    state.mode === "free" &&
      h(
        "button",
        { class: "small", disabled: me.over || store.ui.asking, onclick: () => ask(context, me) },
        icon(store.ui.asking ? "hourglass" : "lamp"),
        "Hint",
      ),
    state.mode === "free" &&
      h(
        "button",
        { class: "small", onclick: () => tap("board.new", { seat: me.id }, { changes: me.changes }) },
        icon("shuffle"),
        "New board",
      ),
  );
}

async function ask({ store, base, say }, me) {
  store.show({ asking: true });
  const answer = await request(`${base}/advice`, { cache: "no-store" }, PATIENCE).catch(() => null);
  store.show({ asking: false });
  if (!answer?.ok) return say("No hint came through. Try again.", "refused");
  store.show({ advice: { ...(await answer.json()), changes: me.changes } });
}

/** Free play on the real board: what is left may be photographed or entered at any time. */
function freeEnd(context, me) {
  return h("p", { key: "end", class: "quiet" }, me.games ? `Game ${me.games + 1}.` : "Undo, or take a new board.");
}

/** After the clock or the sand: what is left, by the phone's board, a photo, or by hand. */
export function scoring(context, me) {
  const { store } = context;
  return h(
    "section",
    { key: "scoring", class: "panel shoot" },
    h("h2", {}, me.pips === null ? "What is left?" : `${me.pips} ${me.pips === 1 ? "pip" : "pips"} left`),
    readingPanel(store, me),
    photoButton(context, me, "Photograph what is left", me.pips === null ? "primary" : ""),
    h("button", { onclick: () => store.show({ sheet: "pips", pipsOf: me.id }) }, icon("pen"), "Enter the pips"),
  );
}

function next({ state, tap }) {
  return h(
    "div",
    { key: "next", class: "big-act" },
    h(
      "button",
      { class: "primary", onclick: () => tap("round.next", {}, { round: state.round }) },
      icon("play"),
      `On to round ${state.round + 1}`,
    ),
  );
}
