// The line down: an EventSource that says which version the table is at, closed while the page is hidden (a
// sleeping phone must not hold one of the server's streams) and opened again, with a look at the state, on return.

const PAUSES = [500, 1000, 2000, 3000]; // ms before a closed stream is opened again; the last one repeats
const PULSE = 15000; // ms: a dead Wi-Fi closes nothing, so ask now and then (304 when there is no news)

/** Follow the table at `url`; `on.version(n)`, `on.open()`, `on.lost()`, and `on.look()` when a look is due. */
export function follow(url, on) {
  let source = null;
  let failures = 0;
  let timer = 0;

  function open() {
    clearTimeout(timer);
    if (source || document.hidden) return;
    source = new EventSource(url);
    source.addEventListener("open", () => {
      failures = 0;
      on.open();
    });
    source.addEventListener("version", (event) => on.version(JSON.parse(event.data).version));
    source.addEventListener("error", again);
  }

  function again() {
    close();
    on.lost();
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
    if (document.hidden) return;
    on.look();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", close);
  addEventListener("online", wake);
  addEventListener("offline", () => (close(), on.lost()));
  setInterval(() => !document.hidden && on.look(), PULSE);
  open();
}
