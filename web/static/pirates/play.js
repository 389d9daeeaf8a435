// Pirates on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { anchorMark, tableTab } from "./table.js";
import { over, voyage } from "./voyage.js";

const TAPS = ["event", "sail", "pirates"]; // phases in which the captain taps

player({
  ...game,
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Crew"), "table"],
  ],
  scenes: { event: voyage, captain: voyage, place: voyage, sail: voyage, pirates: voyage, over },
  views: { table: tableTab },
  wanted: (state, me) =>
    state.to_place.length > 0 || (state.captain === me.id && TAPS.includes(state.phase)),
  mark: anchorMark,
});
