// How far a game of rocks is, for the header of every screen.

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: "Game over" };
  return { words: `Round ${state.round}`, title: `Round ${state.round}` };
}
