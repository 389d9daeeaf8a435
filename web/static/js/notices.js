// Short messages: what a tap did, what was refused, what others did. One at a time takes the place
// of the header's words, where nothing can be tapped, so that no message covers a control.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { seatOf } from "./seats.js";

const STAY = { done: 5000, news: 4000 }; // ms; a refusal stays until the next tap on anything
const MOST = 3; // news that wait for their turn
const ALWAYS = new Set(["undo", "seat.return"]); // shown in every game, but not in the lobby

let waiting = []; // the first one is shown
let count = 0;
let timer = 0;
let redraw = () => {};

/** Call `listener` whenever the message that is shown changes. */
export function onNotice(listener) {
  redraw = listener;
  document.addEventListener("click", () => waiting[0]?.tone === "refused" && drop(waiting[0]), {
    capture: true,
  });
}

/**
 * Show `text`; `tone` is refused, done or news; `action` is {label, run} for one button. Answers to
 * this device's own taps come at once, news after what is shown.
 */
export function say(text, tone = "news", action = null) {
  const notice = { id: (count += 1), text, tone, action };
  const news = waiting.filter((other) => other.tone === "news" && other.text !== text);
  const [own] = waiting.filter((other) => other.tone !== "news");
  show(tone === "news" ? [own, ...news.slice(1 - MOST), notice] : [notice, ...news]);
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
    icon({ refused: "stop", done: "tick", news: "wave" }[tone]),
    h("p", {}, text),
    action && h("button", { class: "notice-act", onclick: act }, action.label));
}

function show(notices) {
  const [shown] = waiting;
  waiting = notices.filter(Boolean);
  const [next] = waiting;
  if (next === shown) return;
  clearTimeout(timer);
  if (next && STAY[next.tone]) timer = setTimeout(() => drop(next), STAY[next.tone]);
  redraw();
}

function drop(notice) {
  show(waiting.filter((other) => other !== notice));
}
