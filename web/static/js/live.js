// A table on a page: the stream keeps the store up to date, and the outbox sends the taps.

import { hold } from "./guard.js";
import { request } from "./net.js";
import { Outbox } from "./outbox.js";
import { Store } from "./store.js";
import { follow } from "./stream.js";
import { t } from "./words.js";

const PATIENCE = 8000; // ms for one look at the state, and for a stream's first message

/** Connect this page to table `code`: as a `seat`, or without one as a "host" or "screen". */
export function connect({ code, seat, say, view: as = "host" }) {
  const base = `/t/${encodeURIComponent(code)}`;
  const view = seat ? "" : `?view=${as}`; // a device may have several cookies
  const store = new Store();
  const look = looker(`${base}/state${view}`, store, seat, code);
  const outbox = new Outbox(`${base}/events${view}`, `${code}:${seat || as}`, {
    progress: (waiting) => store.setLink(store.link, waiting),
    trouble: (waiting, reason) => {
      store.setLink("offline", waiting);
      if (reason) say(reason, "refused");
    },
    answer: (answer) => finish(answer, { store, say, seat, code }, outbox.waiting),
  });
  const reached = () => {
    store.setLink("live", outbox.waiting);
    outbox.flush();
  };
  const lookNow = () => look().then((found) => (found === true ? reached() : found));
  store.setLink("connecting", outbox.waiting);
  let asked = 0; // our version when the stream was opened
  follow(`${base}/stream${view}`, {
    opening: () => {
      asked = store.state?.version ?? 0;
    },
    open: reached,
    lost: () => store.link !== "gone" && store.setLink("offline"),
    look: lookNow,
    state: (state) => {
      store.learn(state, asked);
      asked = 0;
    },
  });
  setTimeout(() => store.state || lookNow(), PATIENCE); // a proxy may hold streams back
  const tap = (kind, payload = {}, expects = undefined) => hold(outbox.put(kind, payload, expects));
  return { base, view, store, tap };
}

/** Take a tap's final answer: the new state, or why the table refused it. */
function finish({ status, body }, { store, say, seat, code }, waiting) {
  store.setLink("live", waiting);
  const state = body.state ?? body.error?.state;
  if (state) store.learn(state);
  if (status < 300) return;
  if (status === 403) return leave(seat, code);
  say(body.error?.message ?? t("That didn’t work ({status}).", { status }), "refused");
}

/**
 * Fetch the state, one at a time: calls during a fetch make one more fetch after it. Resolves to
 * true, or else to the time in ms for which a busy server asks to wait, or 0.
 */
function looker(url, store, seat, code) {
  let running = null;
  let again = false;
  let last = {}; // the answer that was learned

  async function once() {
    const held = store.state;
    const headers = held === last.body ? { "If-None-Match": last.etag } : {};
    const answer = await request(url, { headers, cache: "no-store" }, PATIENCE);
    if (answer?.status === 304) return true;
    if (answer?.status === 404) store.setLink("gone");
    if (answer?.status === 401 || answer?.status === 403) leave(seat, code);
    if (!answer?.ok) return answer?.wait ?? 0;
    store.learn(answer.body, held?.version);
    last = answer;
    return true;
  }

  return function look() {
    if (running) {
      again = true;
      return running;
    }
    running = once()
      .catch(() => 0)
      .then((found) => {
        running = null;
        if (!again) return found;
        again = false;
        return look();
      });
    return running;
  };
}

/** Go to the join page, which explains that another phone has the seat now. */
function leave(seat, code) {
  location.replace(seat ? `/j/${encodeURIComponent(code)}?left=${seat}#moved` : "/");
}
