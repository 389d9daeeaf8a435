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
  open: { pyramid: (state) => ({ pyramidOf: state.you }) },
});
