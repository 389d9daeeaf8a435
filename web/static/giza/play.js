// Giza on a player's phone.

import { photoSheet } from "../js/photos.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { chiefMark } from "./cards.js";
import { choose } from "./choose.js";
import { goalsSheet } from "./goals-sheet.js";
import { lobby } from "./lobby.js";
import { news } from "./news.js";
import { progress } from "./progress.js";
import { pyramidTab } from "./pyramid-tab.js";
import { scoreSheet } from "./score-sheet.js";
import { over, scoring } from "./scoring.js";
import { slotSheet } from "./slot-sheet.js";
import { tableTab } from "./table-tab.js";
import { turns } from "./turns.js";

const SCENES = { lobby, choose, turns, scoring, over };

player({
  tabs: [
    ["play", t("Play"), "play"],
    ["pyramid", t("Pyramid"), "pyramid"],
    ["table", t("Table"), "table"],
  ],
  views: {
    play: (context) => SCENES[context.state.phase](context),
    pyramid: pyramidTab,
    table: tableTab,
  },
  sheets: { goals: goalsSheet, slot: slotSheet, score: scoreSheet, photo: photoSheet },
  progress,
  wanted: (state, me) => (state.phase === "choose" && !me.chosen) || me.turn === "active",
  mark: chiefMark,
  news,
  open: { pyramid: (state) => ({ pyramidOf: state.you }) },
});
