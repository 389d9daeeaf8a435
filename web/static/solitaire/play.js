// Solitaire on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { play } from "./play-scene.js";
import { puzzleSheet } from "./puzzles.js";
import { over, tableTab } from "./scores.js";

player({
  ...game,
  tabs: [
    ["play", t("Play"), "pyramid"],
    ["table", t("Scores"), "table"],
  ],
  scenes: { play, over },
  views: { table: tableTab },
  sheets: { ...game.sheets, puzzles: puzzleSheet },
  wanted: (state, me) => state.running === me.id || (!state.running && state.due === me.id),
});
