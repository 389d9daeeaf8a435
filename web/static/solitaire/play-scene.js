// The game: the player's board with hints and undo, and the clocks of King Tut and Quicksand.

import { askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { request } from "../js/net.js";
import { button, quiet, sceneHead } from "../js/parts.js";
import { pieces } from "../js/party.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { asleep, mySeat, nameplate, seatOf } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { board, hopInWords, pyramids } from "./board.js";
import { countdown, minutes, seconds, since, ticking } from "./clock.js";
import { called, puzzleButton, puzzleEnd } from "./puzzles.js";
import { enterPips } from "./scores.js";

const PATIENCE = 30000; // ms: a hint takes seconds to compute
const BOARD_KINDS = ["hop", "board.new", "puzzle.set"]; // what the Undo below a board takes back
const WARN = 15000; // ms before the end of the sand
const ROUND_TIMES = [60, 120, 180, 300]; // s

export function play(context) {
  const { store, state } = context;
  const me = mySeat(state);
  const playing = me && !isOver(state, me); // there is a board to tap
  return [
    sceneHead(headline(state, me), missing(state)),
    playing &&
      hint(store, "solitaire-play",
        t("Tap a pyramid, then the square behind its neighbour. It hops over and removes the top pyramid there. Leaving one small pyramid is perfect.")),
    timing(context),
    me && called(context, me),
    me && (playing ? mine(context, me) : scoring(context, me)),
    others(context),
    state.scored && state.round < state.rounds && next(context),
    state.mode === "free" && ending(context),
  ];
}

/** Small, while the clock or the sand runs: the boards of the others who play. */
function others(context) {
  const { mode, running, sand, seats, you } = context.state;
  const plays = ({ id }) =>
    id !== you && (mode === "quicksand" ? sand && !sand.out : id === running);
  const shown = seats.filter(plays);
  return shown.length > 0 && h("ul", { key: "others", class: "others" },
    shown.map((seat) => h("li", { key: seat.id }, board(context, seat), nameplate(context.state, seat))));
}

/** The heading; `me` is missing on the host's screen. */
export function headline(state, me) {
  if (state.mode === "king-tut") {
    const who = state.running ?? state.due;
    if (!who) return t("Everyone has played");
    if (who !== state.you) return t("{name}’s turn", { name: seatOf(state, who).name });
    return state.running ? t("Your clock is running") : t("Your turn");
  }
  if (state.mode === "quicksand" && !state.sand) return t("Ready?");
  if (state.mode === "quicksand") return state.sand.out ? t("Time's up") : t("Hurry!");
  if (me?.puzzle) return t("Puzzle {name}", { name: me.puzzle.name });
  if (!me) return t("Free play");
  return me.over ? (LONE[me.lone] ?? t("No hops left")) : t("Your board");
}

/** Whose score is still missing once the time is up. */
export function missing(state) {
  const names = state.seats
    .filter((seat) => state.mode !== "free" && isOver(state, seat) && seat.pips === null)
    .map((seat) => seat.name);
  return names.length
    ? h("p", { key: "missing", class: "quiet", role: "status" },
        t("Not scored yet: {names}.", { names: names.join(", ") }))
    : null;
}

/** The end of free play, in which the best board of each player counts. */
export function ending(context) {
  const { state, tap } = context;
  if (state.seats.every(({ total }) => total === null)) return null;
  return h("div", { key: "ending", class: "row" },
    askingButton(context, "flag", t("End the game"),
      t("End the game for everyone? The best finished board of each player counts."),
      () => tap("play.end")));
}

function isOver(state, me) {
  if (state.mode === "king-tut") return me.time !== null;
  return state.mode === "quicksand" && Boolean(state.sand?.out);
}

/** The clock of King Tut or of Quicksand. */
export function timing(context) {
  const { state } = context;
  if (state.mode === "king-tut") return stopwatch(context);
  return state.mode === "quicksand" ? sand(context) : null;
}

/** 3, 2 or 1 before the clock runs, else 0. */
function toGo({ store, state }) {
  return countdown(state.running ? state.since : state.sand?.since, store.skew);
}

/** The count in the clock's place, with the pyramid that has as many pips. */
function counting(context, ready) {
  const tick = () => toGo(context) !== ready && context.store.show({});
  return h("span", { key: `count-${ready}`, class: "clock large count", role: "timer",
    mounted: (element) => (element.clock = setInterval(tick, 50)),
    unmounted: (element) => clearInterval(element.clock) },
  pyramids("SML"[ready - 1], context.state.board), ready);
}

function stopwatch(context) {
  const { store, state, tap } = context;
  const ready = toGo(context);
  const seat = seatOf(state, state.running ?? state.due);
  if (!seat) return null;
  const { id, name } = seat;
  const mine = id === state.you;
  const press = (kind) => () => tap(kind, { seat: id }, { round: state.round });
  const act = state.running
    ? button("stop", mine ? t("Done") : t("{name} is done", { name }),
        press("clock.stop"), { class: mine ? "primary" : "", disabled: ready > 0 })
    : button("hourglass", mine ? t("Start my clock") : t("Start {name}\u2019s clock", { name }),
        press("clock.start"), { class: mine ? "primary" : "" });
  return h("section", { key: "clock", class: "panel clock-panel" },
    state.running
      ? ready ? counting(context, ready) : ticking(
          `since-${state.since}`,
          () => ({ text: seconds(since(state.since, store.skew)) }),
          "large",
        )
      : h("p", {},
          tn("Pips left above {best} cost {n} second each.", "Pips left above {best} cost {n} seconds each.",
            state.penalty, { best: state.perfect })),
    mine ? act : asleep(seat, state.round, act));
}

function sand(context) {
  const { store, state, tap } = context;
  const ready = toGo(context);
  const expects = { round: state.round };
  if (!state.sand) {
    return h("section", { key: "sand", class: "panel clock-panel" },
      h("p", {}, t("Everyone starts together. How long?")),
      h("div", { class: "row act" },
        times(state.limits).map((limit) => h("button",
          { key: limit, onclick: () => tap("sand.start", { limit }, expects) },
          brief(limit)))),
      button("hidden", t("Surprise: nobody sees the clock"),
        () => tap("sand.hide", {}, expects), { class: "primary" }));
  }
  if (state.sand.out) return null;
  return h("section", { key: "sand", class: "panel clock-panel" },
    ready ? counting(context, ready) : state.sand.hidden
      ? h("p", { class: "clock large" }, icon("hourglass"), " ?")
      : ticking(`sand-${state.sand.since}`, () => left(state, store), "large"),
    quiet(
      state.sand.hidden ? t("It could end at any moment.") : t("When time is up, the pips left are your score."),
    ));
}

/** Times to choose from, s: the shortest, the longest and round ones between. */
function times([shortest, longest]) {
  const between = ROUND_TIMES.filter((limit) => limit > shortest && limit < longest);
  return [...new Set([shortest, ...between, longest])];
}

function brief(limit) {
  return limit % 60
    ? t("{seconds} s", { seconds: limit })
    : t("{minutes} min", { minutes: limit / 60 });
}

function left(state, store) {
  const rest = Math.max(0, state.sand.limit * 1000 - since(state.sand.since, store.skew));
  return { text: minutes(rest), late: rest < WARN };
}

function mine(context, me) {
  const { store, state, tap } = context;
  // a hop that is tapped before another is answered builds on that one
  const onhop = async (hop) => {
    const changes = Math.max(me.changes, store.ui.hopsTo ?? 0);
    store.show({ advice: null, hopsTo: changes + 1 });
    const counts = await tap("hop", { seat: me.id, hop }, { changes });
    if (!counts || store.ui.hopsTo === changes + 1) store.show({ hopsTo: 0 });
  };
  const advice = store.ui.advice?.changes === me.changes ? store.ui.advice : null;
  return h("section", { key: "mine", class: "board-panel" },
    me.puzzle &&
      !me.over &&
      h("p", { key: "aim", class: "standing" },
        tn(
          "Finish with {n} pip. Only one first hop works.",
          "Finish with {n} pips. Only one first hop works.",
          me.puzzle.best)),
    // the same squares as later: new ones would count only after a while (guard.js)
    board(context, toGo(context) ? { ...me, hops: [] } : me, {
      onhop: me.hops.length ? onhop : null,
      advised: advice?.full ? advice.hop : null,
    }),
    standing(me, advice, state),
    me.over && me.lone === "S" && pieces(),
    me.over && me.puzzle && puzzleEnd(context, me),
    tools(context, me),
    state.mode === "free" && !me.puzzle && realBoard(context, me),
    me.over &&
      !me.puzzle &&
      quiet(
        state.mode !== "free"
          ? t("Undo, or tap Done.")
          : me.games
            ? t("Game {n}.", { n: me.games + 1 })
            : t("Undo, or tap New board."),
      ));
}

const LONE = {
  S: t("Perfect! One small pyramid is left."),
  M: t("One medium pyramid is left."),
  L: t("One large pyramid is left."),
};

/** The pips left, and the best that a hint says can still be reached. */
function standing(me, advice, state) {
  const { best } = advice ?? {};
  const prospect = advice?.proven
    ? t("best possible: {best}", { best })
    : t("can still reach {best}", { best });
  return h("p", { key: "standing", class: "standing", role: "status" },
    t("{pips} left", { pips: h("strong", {}, tn("{n} pip", "{n} pips", me.pips ?? state.full)) }),
    advice && h("span", {}, `; ${prospect}`),
    advice?.full && advice.hop && h("span", { class: "advice" }, hopInWords(advice.hop)),
    me.lone &&
      !me.puzzle &&
      h("span", { class: "lone" }, icon("star"), state.mode !== "free" && ` ${LONE[me.lone]}`));
}

function tools(context, me) {
  const { store, state, tap, undoButton } = context;
  const undo = undoButton(BOARD_KINDS);
  const { asking } = store.ui;
  const props = { class: "small", disabled: me.over || asking };
  const fresh = () => tap("board.new", { seat: me.id }, { changes: me.changes });
  return h("div", { key: "tools", class: "row tools" },
    button("undo", t("Undo"),
      () => undo?.run(), { class: "small", disabled: !undo, "data-quick": true }),
    state.mode === "free" && [
      button(asking ? "hourglass" : "lamp", t("Hint"), () => advise(context, me, true), props),
      button("flag", t("Still possible?"), () => advise(context, me, false), props),
      puzzleButton(context),
      button("shuffle", t("New board"), fresh, { class: "small" }),
    ]);
}

/** Ask the solver for a hop (`full`), or only for the best that can still be reached. */
async function advise({ store, base, say }, me, full) {
  store.show({ asking: true });
  const answer = await request(`${base}/advice`, { cache: "no-store" }, PATIENCE);
  store.show({ asking: false });
  if (!answer?.ok)
    return say(answer?.body.error?.message ?? t("Couldn\u2019t get a hint. Try again."), "refused");
  store.show({ advice: { ...answer.body, full, changes: me.changes } });
}

/** Buttons to photograph or enter what is left on a real board, in free play. */
function realBoard(context, me) {
  return [
    readingPanel(context.store, me),
    h("div", { key: "real", class: "row tools" },
      photoButton(context, me, t("Photograph what\u2019s left"), ""),
      button("pen", t("Enter what\u2019s left"), () => enterPips(context.store, me)),
      photoLink(context, me.photo)),
  ];
}

/** After time is up: what is left, by photo or by hand. */
function scoring(context, me) {
  const { store } = context;
  return h("section", { key: "scoring", class: "panel shoot" },
    h("h2", {},
      me.pips === null ? t("What is left?") : tn("{n} pip left", "{n} pips left", me.pips)),
    readingPanel(store, me),
    photoButton(context, me, t("Photograph what\u2019s left"), me.pips === null ? "primary" : ""),
    photoLink(context, me.photo),
    button("pen", t("Enter what\u2019s left"), () => enterPips(store, me)));
}

function next(context) {
  const { round: n } = context.state;
  return h("div", { key: "next", class: "big-act" },
    askingButton(context, "pyramid", t("Start round {n}", { n: n + 1 }),
      t("Round {n} is over for everyone then, and its scores stay as they are.", { n }),
      () => context.tap("round.next", {}, { round: n }), { class: "primary" }));
}
