// Server-sent events: an EventSource that brings each new state. It is closed while the page is
// hidden, for a sleeping phone must not hold a stream; the first message after that is the state.

const PAUSES = [500, 1000, 2000]; // ms before opening a stream again, and later:
const LONGEST = 5000; // as a full server asks (web/refusal.py)
// ms without even a heartbeat (every 15 s): then open again, for a dead Wi-Fi closes nothing
const PULSE = 20000;

/** Follow the table at `url`; calls `on.opening`, `open`, `state(state)`, `lost` and `look`. */
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
    // an EventSource hides the status: a look finds out that the seat or the table is gone, or for
    // how long a busy server asks to wait
    timer = setTimeout(
      async () => (timer = setTimeout(open, await on.look())),
      PAUSES[failures] ?? LONGEST,
    );
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

/** Return an open stream; `heard()` is called for each sign of life. */
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
