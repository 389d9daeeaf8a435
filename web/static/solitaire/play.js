// Solitaire on a player's phone.

import { photoSheet } from "../js/photos.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { lobby } from "./lobby.js";
import { news } from "./news.js";
import { play } from "./play-scene.js";
import { progress } from "./progress.js";
import { puzzleSheet } from "./puzzles.js";
import { over, pipsSheet, tableTab } from "./scores.js";

const SCENES = { lobby, play, over };

player({
  tabs: [
    ["play", t("Play"), "pyramid"],
    ["table", t("Scores"), "table"],
  ],
  views: { play: (context) => SCENES[context.state.phase](context), table: tableTab },
  sheets: { pips: pipsSheet, photo: photoSheet, puzzles: puzzleSheet },
  progress,
  wanted: (state, me) => state.running === me.id || (!state.running && state.due === me.id),
  news,
});
