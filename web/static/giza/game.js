// What both screens of giza share: the lobby, the sheets, how far the game is, and its news.

import { turnNews } from "../js/notices.js";
import { photoSheet } from "../js/photos.js";
import { mySeat } from "../js/seats.js";
import { t } from "../js/words.js";
import { goalsSheet, lobby } from "./lobby.js";
import { scoreSheet } from "./score-sheet.js";
import { slotSheet } from "./slot-sheet.js";

const SHOWN = new Set(["goals.set", "chief.give", "choices.again"]);
const SHOWN_TO_OWNER = new Set([
  ...["pyramid.read", "pyramid.give", "pyramid.fix", "pyramid.count", "card.keep", "score.type"],
]);

export const game = {
  lobby,
  rules: ({ phase }) => ({ lobby: [2], choose: [3, 6], turns: [5, 4] })[phase] ?? [8],
  sheets: { goals: goalsSheet, slot: slotSheet, score: scoreSheet, photo: photoSheet },
  progress: ({ phase, round: n, rounds: all }) => {
    const ending = { scoring: t("Scoring"), over: t("Game over") }[phase];
    const title = phase === "over" ? "" : t("Round {n}", { n });
    const words = ending ?? t("Round {n} of {all}", { n, all });
    return { words, title, steps: all, now: ending ? all + 1 : n };
  },
  news: { shows, turn, moment },
};

function shows({ kind }, state, before) {
  if (SHOWN_TO_OWNER.has(kind))
    return mySeat(state)?.score_version !== mySeat(before)?.score_version;
  return SHOWN.has(kind) && state.phase !== "lobby";
}

function turn(state, before) {
  const active = ({ seats }) => seats.find((seat) => seat.turn === "active")?.id;
  const other = (name) => t("{name}’s turn", { name });
  return turnNews(state, active(state), active(before), t("Your turn"), other);
}

/** The reveal or the ranking has just come, and not by an undo. */
function moment(state, before) {
  const revealed =
    before.phase === "choose" && state.phase === "turns" && before.round === state.round;
  const over = before.phase === "scoring" && state.phase === "over";
  return revealed || over ? { revealed: state.round, peek: null } : null;
}
