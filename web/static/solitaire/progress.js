// How far a table of solitaire is, for the header of every screen.

const MODES = { free: "Free play", "king-tut": "King Tut", quicksand: "Quicksand" };

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: "Game over" };
  const round = state.rounds > 1 ? `, round ${state.round} of ${state.rounds}` : "";
  return { words: `${MODES[state.mode]}${round}`, title: MODES[state.mode] };
}
