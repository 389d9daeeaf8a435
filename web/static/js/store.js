// All that a page knows: the table as the server last told it, how the line to the server is, and what only
// this screen remembers (`ui`: the open tab, the card held up). Views read it; nothing else keeps state.

const LINES = 100; // of the history, as the server tells it (web/games/base.py)

export class Store {
  state = null; // the server's view for this seat
  link = "connecting"; // connecting | live | offline | gone
  waiting = 0; // taps not yet acknowledged
  skew = 0; // ms to be added to this phone's clock to have the server's
  ui = {};
  #listeners = new Set();
  #scheduled = false;

  /** Call `listener(store)` after each change, once a frame at most. */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** What our state is known by: its version, and when its newest event came to be (web/tables/sight.py). */
  get mark() {
    const { state } = this;
    return state ? `${state.version}.${state.history[0].at}` : "";
  }

  /**
   * Take in a state from the server. An older one than we have is late, and ignored; but where it is older than what we
   * had when we `asked`, the table was put back from a backup, and goes on from there.
   */
  learn(state, asked = 0) {
    const before = this.state;
    if (state.version < before?.version && state.version >= asked) return;
    this.state = state;
    if (state.now) this.skew = Date.parse(state.now) - Date.now();
    this.onNews?.(state, before);
    this.#changed();
  }

  /** Take in what has changed since the state that was `held`; false where we have another one. Older news is no news. */
  merge({ held, held_at: at, ...news }) {
    if (news.version <= this.state?.version) return true;
    if (this.mark !== `${held}.${at}`) return false;
    this.learn({ ...this.state, ...news, history: this.#history(news.history) });
    return true;
  }

  /** Note how the line to the server is. */
  setLink(link, waiting = this.waiting) {
    if (link === this.link && waiting === this.waiting) return;
    this.link = link;
    this.waiting = waiting;
    this.#changed();
  }

  /** Remember something of this screen alone. */
  show(changes) {
    this.ui = { ...this.ui, ...changes };
    this.#changed();
  }

  /** The history with new lines, and with changed ones in their places; newest first. */
  #history(lines) {
    const fresh = new Set(lines.map((line) => line.version));
    const kept = this.state.history.filter((line) => !fresh.has(line.version));
    return [...lines, ...kept].sort((one, other) => other.version - one.version).slice(0, LINES);
  }

  #changed() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      for (const listener of this.#listeners) listener(this);
    });
  }
}
