// What others did, told to this screen: spoken for each change, shown where one would wonder, and the moments that
// all watch together (a reveal, a ranking), which bring everyone back to the Play tab.

import { say, speak } from "./notices.js";

const ALWAYS = new Set(["undo", "seat.return"]);

/**
 * Compare the new state with the one before and say the difference. A game's `news` are:
 *   shows   (entry, state, before) => whether a line of the history is shown as a notice, too
 *   turn    (state, before) => what has just become so for this seat ("Your turn"), or ""
 *   moment  (state, before) => what the screen remembers of a moment that has just come, or null
 */
export function tellNews(news, store, state, before) {
  if (!before) return;
  const own = state.you ?? "host";
  const fresh = state.history
    .filter((entry) => entry.version > before.version && entry.actor !== own)
    .reverse();
  const ended = state.finished && !before.finished; // the ranking says it all
  const shown = fresh.filter((entry) => !ended && isShown(news, entry, state, before));
  for (const entry of shown) say(entry.text); // a live region too: read out by itself
  const lines = fresh.filter((entry) => !shown.includes(entry)).map((entry) => entry.text);
  const spoken = [...lines, news.turn(state, before)].filter(Boolean);
  if (spoken.length) speak(spoken.join(". "));
  const moment = news.moment(state, before);
  if (!moment) return;
  store.show({ ...moment, ...(store.ui.sheet ? {} : { tab: "play" }) });
  if (!store.ui.sheet) scrollTo({ top: 0 });
}

/** In the lobby everything is before one's eyes anyway. */
function isShown(news, entry, state, before) {
  return (ALWAYS.has(entry.kind) && state.phase !== "lobby") || news.shows(entry, state, before);
}
