// Taps on their way to the server. Each has an idempotency key, and stays in localStorage until the
// server has answered. After a failure it is sent again with the same key, so no tap is lost or
// counted twice, whatever the Wi-Fi, a sleeping phone or a restarted server do.

import { freshKey } from "./keys.js";
import { postJson } from "./net.js";
import { drop, load, names, save } from "./storage.js";

const PAUSES = [320, 640, 1300, 2400]; // ms between the first attempts, and between later ones:
const LONGEST = 4000;
const PATIENCE = 8000; // ms for one attempt
const RETRY = new Set([408, 425, 429, 500, 502, 503, 504]);

export class Outbox {
  #prefix;
  #url;
  #answers = new Map(); // key -> resolve, for taps made on this page
  #sending = false;
  #failures = 0;
  #timer = 0;
  #count = 0;

  /**
   * `on.answer(answer, intent)` gets each final answer `{status, body}`, `on.trouble(waiting,
   * reason)` each failed attempt, with the server's words if there are any, and
   * `on.progress(waiting)` each change of the number of waiting taps.
   */
  constructor(url, owner, on) {
    this.#url = url;
    this.#prefix = `rookery:tap:${owner}:`;
    this.on = on;
  }

  /** Queue a tap; resolves to whether it counts (false, too, if another tab got the answer). */
  put(kind, payload, expects) {
    const intent = { kind, payload, key: freshKey(), ...(expects && { expects }) };
    this.#count += 1;
    const order = `${String(Date.now()).padStart(15, "0")}.${String(this.#count).padStart(4, "0")}`;
    save(`${this.#prefix}${order}:${intent.key}`, JSON.stringify(intent));
    const answered = new Promise((resolve) => this.#answers.set(intent.key, resolve));
    this.on.progress(this.waiting);
    this.flush();
    return answered;
  }

  /** How many taps the server has not answered yet. */
  get waiting() {
    return this.#entries().length;
  }

  /** Send what waits: after a tap, and when the connection seems to be back. */
  async flush() {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let next = this.#entries()[0]; next; next = this.#entries()[0]) {
        if (!(await this.#deliver(next))) return;
      }
      this.#settle();
    } finally {
      this.#sending = false;
    }
  }

  /** The names of waiting taps; with an entry for each, two tabs can't overwrite each other's. */
  #entries() {
    return names()
      .filter((name) => name.startsWith(this.#prefix))
      .sort();
  }

  async #deliver(name) {
    const intent = JSON.parse(load(name) ?? "null");
    if (!intent) return true;
    const answer = await postJson(this.#url, intent, PATIENCE);
    if (!answer || RETRY.has(answer.status) || !isOurs(answer.body)) {
      this.#later(answer);
      return false;
    }
    this.#failures = 0;
    drop(name);
    this.on.progress(this.waiting);
    this.on.answer(answer, intent);
    this.#answers.get(intent.key)?.(answer.status < 300);
    this.#answers.delete(intent.key);
    return true;
  }

  /** Nothing waits any more: another tab of the seat has delivered what this page still awaits. */
  #settle() {
    this.on.progress(0);
    for (const resolve of this.#answers.values()) resolve(false);
    this.#answers.clear();
  }

  /** Try again after a pause, at least that which the server asks for; phones spread over it. */
  #later(answer) {
    const least = Math.max(PAUSES[this.#failures] ?? LONGEST, answer?.wait ?? 0);
    this.#failures += 1;
    this.on.trouble(this.waiting, answer?.body.error?.message);
    this.#timer = setTimeout(() => this.flush(), least * (1 + 0.4 * Math.random()));
  }
}

/** Whether our server answered: a hotel's Wi-Fi answers with a page of its own. */
function isOurs(body) {
  return Boolean(body?.version || body?.error);
}
