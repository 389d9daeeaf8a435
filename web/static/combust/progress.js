// How far a game of combust is, for the header of every screen.

const WORDS = { lines: "The lines", last: "Last round", count: "The count", over: "Game over" };

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  const words = WORDS[state.phase] ?? `Turn ${state.turn}`;
  return { words, title: state.phase === "over" ? "" : words };
}
