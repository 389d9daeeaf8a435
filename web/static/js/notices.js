// Short messages: what a tap did, what was refused, what others did. They are shown one at a time in the place of the
// header's words, where nothing can be tapped, so that no message ever covers a control.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const STAY = { done: 5000, news: 4000 }; // ms; a refusal stays until the next tap on anything
const MOST = 3; // news that wait for their turn

let waiting = []; // the first one is shown
let count = 0;
let timer = 0;
let redraw = () => {};

/** Call `listener` whenever another message is to be shown. */
export function onNotice(listener) {
  redraw = listener;
  document.addEventListener("click", () => waiting[0]?.tone === "refused" && drop(waiting[0]), {
    capture: true,
  });
}

/**
 * Show `text`; `tone` is refused, done or news; `action` is {label, run} for one button. Answers to this device's own
 * taps come at once, news after what is shown.
 */
export function say(text, tone = "news", action = null) {
  const notice = { id: (count += 1), text, tone, action };
  const news = waiting.filter((other) => other.tone === "news" && other.text !== text);
  const [own] = waiting.filter((other) => other.tone !== "news");
  show(tone === "news" ? [own, ...news.slice(1 - MOST), notice] : [notice, ...news]);
}

/** Say something to screen readers only. */
export function speak(text) {
  document.getElementById("spoken").textContent = text;
}

/** The place of the messages: a live region, which screen readers want to be there before its first message. */
export function noticeBar(shown = true) {
  return h("div", { key: "notices", class: "notices", role: "status" },
    shown && waiting.slice(0, 1).map(view));
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
