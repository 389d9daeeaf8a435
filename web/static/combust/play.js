// Combust on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { isWanted, lines, over } from "./lines.js";
import { tableTab, turn } from "./turn.js";

player({
  ...game,
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Clans"), "table"],
  ],
  scenes: { lines, turns: turn, last: turn, count: lines, over },
  views: { table: tableTab },
  wanted: (state, me) =>
    state.active === me.id || (["lines", "count"].includes(state.phase) && isWanted(me)),
});
