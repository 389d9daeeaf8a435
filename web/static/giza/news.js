// What others did, told to this screen: spoken for each change, shown where one would wonder, and the
// moments that all watch together (the reveal, the ranking), which bring everyone back to the Play tab.

const ALL_SHOW = new Set(["undo", "goals.set", "chief.give", "seat.return"]);
const OWN_SHOW = new Set(["pyramid.read", "pyramid.fix", "score.type"]); // where it is about this seat's pyramid

/** Compare the new state with the one before and say the difference. */
export function tellNews(store, notices, state, before) {
  if (!before) return;
  const own = state.you ?? "host";
  const fresh = state.history.filter((entry) => entry.version > before.version && entry.actor !== own).reverse();
  const shown = fresh.filter((entry) => isShown(entry, state, before));
  for (const entry of shown) notices.say(entry.text); // a live region too: read out by itself
  const lines = fresh.filter((entry) => !shown.includes(entry)).map((entry) => entry.text);
  const spoken = [...lines, turnLine(state, before)].filter(Boolean);
  if (spoken.length) notices.speak(spoken.join(". "));
  if (!isMoment(state, before)) return;
  store.show({ revealed: state.round, peek: null, ...(store.ui.sheet ? {} : { tab: "play" }) });
  if (!store.ui.sheet) scrollTo({ top: 0 });
}

/** The reveal or the ranking has just come; not a step back to them by an undo. */
function isMoment(state, before) {
  const revealed = before.phase === "choose" && state.phase === "turns" && before.round === state.round;
  return revealed || (before.phase === "scoring" && state.phase === "over");
}

/** In the lobby everything is before one's eyes anyway. */
function isShown(entry, state, before) {
  if (OWN_SHOW.has(entry.kind)) return scoreVersion(state) !== scoreVersion(before);
  return ALL_SHOW.has(entry.kind) && state.phase !== "lobby";
}

function scoreVersion(state) {
  return state.seats.find((seat) => seat.id === state.you)?.score_version;
}

/** "Your turn", when it has just become so. */
function turnLine(state, before) {
  const active = (one) => one.seats.find((seat) => seat.turn === "active")?.id;
  const now = active(state);
  if (!now || now === active(before)) return "";
  return now === state.you ? "Your turn" : `${state.seats.find((seat) => seat.id === now).name}\u2019s turn`;
}
