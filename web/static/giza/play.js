// Giza on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { chiefMark } from "./cards.js";
import { choose } from "./choose.js";
import { game } from "./game.js";
import { pyramidTab } from "./pyramid-tab.js";
import { over, scoring } from "./scoring.js";
import { tableTab } from "./table-tab.js";
import { turns } from "./turns.js";

const lesson = [ // giza R3 to R7, R11
  { text: t("Look at the penguins on the table, then choose an action card and play it face down."),
    done: ({ me, phase }) => me.chosen || phase !== "choose" },
  { text: t("All cards are revealed together, and the lowest number goes first. The Chief breaks ties."),
    done: ({ me }) => me.turn === "active" || me.turn === "done" },
  { text: t("On your turn, take a penguin. The first goes anywhere on the base, later ones beside another or on top of two that can carry them."),
    done: (now, was) => was.me.turn === "active" && now.me.turn !== "active" },
  { text: t("Played cards stay on the table until action 4 takes them all back. So plan ahead."),
    done: (now, was) => now.round !== was.round },
  { text: t("After the last round, the heaviest penguin on each level scores its weight, and goals score extra.") },
];

player({
  ...game,
  tabs: [
    ["play", t("Play"), "play"],
    ["pyramid", t("Pyramid"), "pyramid"],
    ["table", t("Table"), "table"],
  ],
  scenes: { choose, turns, scoring, over },
  views: { pyramid: pyramidTab, table: tableTab },
  wanted: (state, me) => (state.phase === "choose" && !me.chosen) || me.turn === "active",
  mark: chiefMark,
  lesson,
  open: { pyramid: (state) => ({ pyramidOf: state.you }) },
});
