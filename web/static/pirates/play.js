// Pirates on a player's phone.

import { addIcons } from "../js/icons.js";
import { photoSheet } from "../js/photos.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { ICONS } from "./icons.js";
import { lobby } from "./lobby.js";
import { news } from "./news.js";
import { over } from "./over.js";
import { progress } from "./progress.js";
import { anchorMark, tableTab } from "./table.js";
import { markerSheet } from "./tracks.js";
import { voyage } from "./voyage.js";

const SCENES = { lobby, over };

addIcons(ICONS);
player({
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Crew"), "table"],
  ],
  views: { play: (context) => (SCENES[context.state.phase] ?? voyage)(context), table: tableTab },
  sheets: { marker: markerSheet, photo: photoSheet },
  progress,
  wanted: (state, me) =>
    state.to_place.length > 0 ||
    (state.captain === me.id && ["event", "sail", "pirates"].includes(state.phase)),
  mark: anchorMark,
  news,
});
