// What of others' doings at a giza table is told, and the moments that all watch together.

import { t } from "../js/words.js";

const ALL_SHOW = new Set(["goals.set", "chief.give"]);
const OWN_SHOW = new Set([
  "pyramid.read",
  "pyramid.give",
  "pyramid.fix",
  "pyramid.count",
  "score.type",
]); // where it is about this seat's pyramid

export const news = { shows, turn, moment };

/** The reveal or the ranking has just come; not a step back to them by an undo. */
function moment(state, before) {
  const revealed =
    before.phase === "choose" && state.phase === "turns" && before.round === state.round;
  return revealed || (before.phase === "scoring" && state.phase === "over")
    ? { revealed: state.round, peek: null }
    : null;
}

function shows(entry, state, before) {
  if (OWN_SHOW.has(entry.kind)) return scoreVersion(state) !== scoreVersion(before);
  return ALL_SHOW.has(entry.kind) && state.phase !== "lobby";
}

function scoreVersion(state) {
  return state.seats.find((seat) => seat.id === state.you)?.score_version;
}

/** "Your turn", when it has just become so. */
function turn(state, before) {
  const active = (one) => one.seats.find((seat) => seat.turn === "active")?.id;
  const now = active(state);
  if (!now || now === active(before)) return "";
  return now === state.you
    ? t("Your turn")
    : t("{name}’s turn", { name: state.seats.find((seat) => seat.id === now).name });
}
