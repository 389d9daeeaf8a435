// Solitaire on a player's phone.

import { photoSheet } from "../js/photos.js";
import { player } from "../js/player.js";
import { lobby } from "./lobby.js";
import { news } from "./news.js";
import { play } from "./play-scene.js";
import { progress } from "./progress.js";
import { over, pipsSheet, tableTab } from "./scores.js";

const SCENES = { lobby, play, over };

player({
  tabs: [
    ["play", "Play", "pyramid"],
    ["table", "Scores", "table"],
  ],
  views: { play: (context) => SCENES[context.state.phase](context), table: tableTab },
  sheets: { pips: pipsSheet, photo: photoSheet },
  progress,
  wanted: (state, me) => state.running === me.id || (!state.running && state.due === me.id),
  news,
});
