// Short notices at the foot of the screen (what was refused, what others did), and a spoken line for each remote
// change. Both are live regions that stand in the template, as screen readers want them to be there beforehand.

import { h, render } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const STAY = { refused: 9000, done: 5000, news: 4000 }; // ms on the screen
const MOST = 3;

export class Notices {
  #shown = [];
  #count = 0;

  constructor(region, spoken) {
    this.region = region;
    this.spoken = spoken;
  }

  /**
   * Show `text`; `tone` is refused, done or news; `action` is {label, run} for one button. The answer takes the notice
   * away before its time.
   */
  say(text, tone = "news", action = null) {
    this.#shown = this.#shown.filter((notice) => notice.text !== text).slice(1 - MOST);
    this.#count += 1;
    const notice = { id: this.#count, text, tone, action };
    this.#shown.push(notice);
    this.#draw();
    const drop = () => this.#drop(notice.id);
    setTimeout(drop, STAY[tone]);
    return drop;
  }

  /** Take away what others did, before its time. */
  hush() {
    this.#shown = this.#shown.filter((notice) => notice.tone !== "news");
    this.#draw();
  }

  /** Tell a screen reader only. */
  speak(text) {
    this.spoken.textContent = text;
  }

  #drop(id) {
    this.#shown = this.#shown.filter((notice) => notice.id !== id);
    this.#draw();
  }

  #draw() {
    render(
      this.region,
      this.#shown.map((notice) => this.#view(notice)),
    );
  }

  #view({ id, text, tone, action }) {
    const act = () => (this.#drop(id), action.run());
    return h(
      "div",
      { key: id, class: `notice notice-${tone}` },
      icon({ refused: "stop", done: "tick", news: "wave" }[tone]),
      h("p", {}, text),
      action && h("button", { class: "notice-act", onclick: act }, action.label),
      h(
        "button",
        { class: "notice-close", "aria-label": t("Close notice"), onclick: () => this.#drop(id) },
        icon("close"),
      ),
    );
  }
}
