// The line down: an EventSource that brings each new state, closed while the page is hidden (a sleeping phone must
// not hold one of the server's streams) and opened again on return: the first message is the state.

const PAUSES = [500, 1000, 2000, 3000]; // ms before a closed stream is opened again; the last one repeats
const PULSE = 20000; // ms: a dead Wi-Fi or laptop closes nothing, so open again when not even a heartbeat (15 s) has come

/** Follow the table at `url`; `on.opening()`, `on.open()`, `on.state(state)`, `on.lost()`, and `on.look()` when a look is due. */
export function follow(url, on) {
  let source = null;
  let failures = 0;
  let timer = 0;
  let heard = Date.now();

  function open() {
    clearTimeout(timer);
    if (source || document.hidden) return;
    on.opening();
    source = listen(url, on, () => {
      heard = Date.now();
      failures = 0;
    });
    source.addEventListener("error", again);
  }

  function again() {
    close();
    on.lost();
    // An EventSource hides the status of an answer: a look learns that the seat or the table is gone.
    timer = setTimeout(() => (on.look(), open()), PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function wake() {
    failures = 0;
    close();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", close);
  addEventListener("online", wake);
  addEventListener("offline", () => (close(), on.lost()));
  setInterval(() => !document.hidden && Date.now() - heard >= PULSE && again(), PULSE);
  open();
}

/** An open stream; `on` hears what comes, and `heard()` is called for each sign of life. */
function listen(url, on, heard) {
  const source = new EventSource(url);
  for (const name of ["open", "heartbeat", "state"]) {
    source.addEventListener(name, ({ data }) => {
      heard();
      on[name]?.(data && JSON.parse(data));
    });
  }
  return source;
}
