// What both screens of rocks share: the lobby, the sheet, how far the game is, and its news.

import { addIcons } from "../js/icons.js";
import { turnNews } from "../js/notices.js";
import { mySeat } from "../js/seats.js";
import { t } from "../js/words.js";
import { lobby } from "./lobby.js";
import { spaceSheet } from "./nest.js";
import { stopSheet } from "./turn.js";

const SHOWN = new Set(["penguin.free", "nest.done", "board.read"]);

addIcons({
  rock: ["F M4 16.5 6.5 8 12.5 4.5 19 8l2 7-4 4.5H7.5Z", "M7.5 10.5l3-3.5"],
  nest: [
    ...["c 12 12 3.4", "c 12 4.2 2.2", "c 18.8 8.1 2.2", "c 18.8 15.9 2.2"],
    ...["c 12 19.8 2.2", "c 5.2 15.9 2.2", "c 5.2 8.1 2.2"],
  ],
});

export const game = {
  lobby,
  rules: ({ phase }) => ({ lobby: [2], play: [4, 3] })[phase] ?? [7],
  sheets: { space: spaceSheet, stop: stopSheet },
  alarm: robbed,
  progress: (state) => {
    if (state.phase === "over") return { words: t("Game over") };
    const words = t("Round {n}", { n: state.round });
    return { words, title: words };
  },
  news: {
    shows: (entry, state, before) =>
      state.phase !== "lobby" &&
      (SHOWN.has(entry.kind) || (entry.kind === "rock.take" && robbed(state, before))),
    moment: (state, before) =>
      before.phase === "play" && state.phase === "over" ? { sheet: null } : null,
    turn: (state, before) =>
      turnNews(state, state.active, before.active, t("Your roll"), (name) =>
        t("{name}’s roll", { name }),
      ),
  },
};

/** Whether someone else has taken a rock from this player's nest. */
function robbed(state, before) {
  const [now, then] = [state, before].map((one) => mySeat(one)?.rocks ?? []);
  return (
    state.history.some(
      ({ version, kind, actor }) =>
        version > before.version && kind === "rock.take" && actor !== state.you,
    ) && now.some((count, space) => count < then[space])
  );
}
