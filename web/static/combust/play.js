// Combust on a player's phone.

import { addIcons } from "../js/icons.js";
import { photoSheet } from "../js/photos.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { cardSheet } from "./cards.js";
import { ICONS } from "./icons.js";
import { lines, lineSheet } from "./lines.js";
import { lobby } from "./lobby.js";
import { news } from "./news.js";
import { over } from "./over.js";
import { progress } from "./progress.js";
import { outSheet, tableTab, turn } from "./turn.js";

const SCENES = { lobby, lines, turns: turn, last: turn, count: lines, over };

addIcons(ICONS);
player({
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Clans"), "table"],
  ],
  views: { play: (context) => SCENES[context.state.phase](context), table: tableTab },
  sheets: { card: cardSheet, line: lineSheet, out: outSheet, photo: photoSheet },
  progress,
  wanted: (state, me) =>
    state.active === me.id || (["lines", "count"].includes(state.phase) && !me.line && !me.out),
  news,
});
