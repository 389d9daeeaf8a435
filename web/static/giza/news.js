// What others did, told to this screen: spoken for each change, shown where it changes what one sees, and the
// reveal, which brings everyone back to the Play tab to watch the cards turn.

const SHOWN = new Set(["undo", "goals.set", "goals.draw", "chief.give", "pyramid.fix", "score.type"]);

/** Compare the new state with the one before and say the difference. */
export function tellNews(store, notices, state, before) {
  if (!before) return;
  const fresh = state.history.filter((entry) => entry.version > before.version && entry.actor !== state.you).reverse();
  for (const entry of fresh) if (SHOWN.has(entry.kind)) notices.say(entry.text);
  const turned = before.phase === "choose" && state.phase === "turns";
  const lines = [...fresh.map((entry) => entry.text), turnLine(state, before)].filter(Boolean);
  if (lines.length) notices.speak(lines.join(". "));
  if (turned) store.show({ revealed: state.round, peek: null, ...(store.ui.sheet ? {} : { tab: "play" }) });
  if (state.phase !== before.phase && !store.ui.sheet) globalThis.scrollTo?.({ top: 0 });
}

/** "Your turn", when it has just become so. */
function turnLine(state, before) {
  const active = (one) => one.seats.find((seat) => seat.turn === "active")?.id;
  const now = active(state);
  if (!now || now === active(before)) return "";
  return now === state.you ? "Your turn" : `${state.seats.find((seat) => seat.id === now).name}\u2019s turn`;
}
