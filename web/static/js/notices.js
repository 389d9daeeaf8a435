// Short messages: what a tap did, what was refused, what others did. One at a time takes the place
// of the header's words, where nothing can be tapped, so that no message covers a control.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { seatOf } from "./seats.js";

// ms; a refusal then lets news pass, and comes back until the next tap on anything
const STAY = { refused: 5000, done: 5000, news: 4000, ask: 60_000 };
const MOST = 3; // news that wait for their turn
const ALWAYS = new Set(["undo", "seat.return"]); // shown in every game, but not in the lobby

let waiting = []; // the first one is shown
let count = 0;
let timer = 0;
let redraw = () => {};

/** Call `listener` whenever the message that is shown changes. */
export function onNotice(listener) {
  redraw = listener;
  const answered = () => show(waiting.filter(({ tone }) => tone !== "refused"));
  document.addEventListener("click", answered, { capture: true });
}

/**
 * Show `text`; `tone` is refused, done, news or ask, a question to the host; `action` is {label, run} for one button. Answers to
 * this device's own taps come at once, and so do news while a refusal is shown.
 */
export function say(text, tone = "news", action = null) {
  const notice = { id: (count += 1), text, tone, action };
  const having = (one) => waiting.filter((other) => other.tone === one && other.text !== text);
  if (tone !== "news") return show([notice, ...having("ask"), ...having("news")]);
  show([...having("done"), ...having("ask"), ...having("news").slice(1 - MOST), notice, ...having("refused")]);
}

/** The messages' place: a live region, which has to be there before its first message. */
export function noticeBar(shown = true) {
  return h("div", { key: "notices", class: "notices", role: "status" },
    shown && waiting.slice(0, 1).map(view));
}

/**
 * Report what others did since the state `before`. A game's `news` are:
 *   shows(entry, state, before)  whether to show a line of the history as a notice
 *   turn(state, before)          what to say when it is somebody else's turn now, or ""
 *   moment(state, before)        what to remember when all should look at the Play tab, or null
 */
export function tellNews(news, store, state, before) {
  if (!before) return;
  const own = state.you ?? "host";
  const fresh = state.history
    .filter((entry) => entry.version > before.version && entry.actor !== own)
    .reverse();
  const ended = state.finished && !before.finished; // the ranking says it all
  const isShown = (entry) =>
    !ended &&
    ((ALWAYS.has(entry.kind) && state.phase !== "lobby") || news.shows(entry, state, before));
  const shown = fresh.filter(isShown);
  for (const entry of shown) say(entry.text); // a live region: read out by itself
  const lines = fresh.filter((entry) => !shown.includes(entry)).map((entry) => entry.text);
  const spoken = [...lines, news.turn(state, before)].filter(Boolean);
  if (spoken.length) document.getElementById("spoken").textContent = spoken.join(". ");
  const moment = news.moment(state, before);
  if (!moment) return;
  store.show({ ...moment, ...(store.ui.sheet ? {} : { tab: "play" }) });
  if (!store.ui.sheet) scrollTo({ top: 0 });
}

/** What to say when it has just become seat `now`'s turn: `own`, or `other` of its name. */
export function turnNews(state, now, before, own, other) {
  if (!now || now === before) return "";
  return now === state.you ? own : other(seatOf(state, now).name);
}

function view(notice) {
  const { id, text, tone, action } = notice;
  const act = () => (drop(notice), action.run());
  return h("div", { key: id, class: `notice notice-${tone}` },
    icon({ refused: "stop", done: "tick", news: "wave", ask: "phone" }[tone]),
    h("p", {}, text),
    action && h("button", { class: "notice-act", onclick: act }, action.label));
}

function show(notices) {
  const [shown] = waiting;
  waiting = notices;
  const [next] = waiting;
  if (next === shown) return;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => pass(next), STAY[next.tone]);
  redraw();
}

/** Show what waits behind a message that has been shown long enough. */
function pass(notice) {
  const others = waiting.filter((other) => other !== notice);
  show(notice.tone === "refused" ? [...others, notice] : others);
}

function drop(notice) {
  show(waiting.filter((other) => other !== notice));
}
