// Everything a page knows: the table's state from the server, the connection, and what only this
// screen remembers (`ui`: the open tab, the lifted card). Views read it; nothing else keeps state.

export class Store {
  state = null; // the server's view for this seat
  link = "connecting"; // connecting | live | offline | gone
  waiting = 0; // taps not yet acknowledged
  skew = 0; // the server's clock minus this phone's, ms
  ui = {};
  onNews = null; // (state, before) => what to do with a new state, before anyone draws it
  #listeners = new Set();
  #scheduled = false;

  /** Call `listener(store)` after each change, once a frame at most. */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Take a state from the server. One older than ours came late and is ignored; but one older than
   * what we had when we `asked` means that the table was restored from a backup.
   */
  learn(state, asked = 0) {
    const before = this.state;
    if (state.version < before?.version && state.version >= asked) return;
    this.state = state;
    if (state.now) this.skew = Date.parse(state.now) - Date.now();
    this.onNews?.(state, before);
    this.#changed();
  }

  /** Note the state of the connection. */
  setLink(link, waiting = this.waiting) {
    if (link === this.link && waiting === this.waiting) return;
    this.link = link;
    this.waiting = waiting;
    this.#changed();
  }

  /** Remember something for this screen alone. */
  show(changes) {
    this.ui = { ...this.ui, ...changes };
    this.#changed();
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
