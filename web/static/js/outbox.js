// Taps on their way to the server. Each is an intent with a key of its own, kept in localStorage until the server
// has answered, and sent again with the same key after every failure: the server takes a key once, so a tap is
// never lost and never counted twice, whatever the Wi-Fi, a sleeping phone or a restarted server do.

import { freshKey } from "./keys.js";
import { postJson } from "./net.js";

const PAUSES = [400, 800, 1600, 3000, 5000]; // ms between attempts; the last one repeats
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
   * `on.answer(answer, intent)` gets each final answer `{status, body}`; `on.trouble(waiting, reason)` is
   * called when an attempt failed, with the server's words where it gave any, `on.progress(waiting)` when
   * the number of waiting taps changed.
   */
  constructor(url, owner, on) {
    this.#url = url;
    this.#prefix = `rookery:tap:${owner}:`;
    this.on = on;
  }

  /**
   * Queue one tap; resolves to true once the table has told this page that it counts, to false once it was refused, or
   * once another tab of the seat was told what became of it.
   */
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

  /** Try now: after a tap, and whenever the line seems to be back. */
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

  /** One entry a tap and no common list: two tabs of one seat can't overwrite each other's taps. */
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
      this.#later(answer?.body.error?.message);
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

  /** Nothing waits any more: what this page still awaits another tab of the seat has delivered, and was told of. */
  #settle() {
    this.on.progress(0);
    for (const resolve of this.#answers.values()) resolve(false);
    this.#answers.clear();
  }

  #later(reason) {
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
    this.#failures += 1;
    this.on.trouble(this.waiting, reason);
    this.#timer = setTimeout(() => this.flush(), pause * (0.8 + 0.4 * Math.random()));
  }
}

/** A hotel's Wi-Fi answers anything with a page of its own. */
function isOurs(body) {
  return Boolean(body?.version || body?.error);
}

// A private window may refuse localStorage: then taps live in memory, as long as the page does.
const memory = new Map();

function names() {
  try {
    return [...Object.keys(localStorage), ...memory.keys()];
  } catch {
    return [...memory.keys()];
  }
}

function load(name) {
  return memory.get(name) ?? localStorage.getItem(name);
}

function save(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    memory.set(name, value);
  }
}

function drop(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing was kept there
  }
}
