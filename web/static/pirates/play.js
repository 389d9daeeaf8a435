// Pirates on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { anchorMark, tableTab } from "./table.js";
import { over, voyage } from "./voyage.js";

const TAPS = ["event", "sail", "pirates"]; // phases in which the captain taps

const lesson = [ // pirates R2, R3, R5, R8, R9, R10
  { text: t("The captain reveals the event: it comes after sailing. Talk about what the crew should do."),
    done: ({ phase }) => phase !== "event" },
  { text: t("Place your penguin on a spot: white is free, yellow costs a fish, red is barred. The captain places openly, the others in secret."),
    done: ({ phase }) => ["sail", "pirates"].includes(phase) },
  { text: t("Speed grows by the sails. The captain uses the penguins in any order, and sails on as far as speed lasts."),
    done: ({ phase }, was) => phase !== "sail" && was.phase === "sail" },
  { text: t("Now the event takes effect, and pirates sail. Then the next player is captain."),
    done: (now, was) => now.phase !== was.phase },
  { text: t("Find Bob and bring him home before the last turn ends. Too much water, or pirates on your hex, and you lose.") },
];

player({
  ...game,
  tabs: [["play", t("Play"), "play"], ["table", t("Crew"), "table"]],
  scenes: { event: voyage, captain: voyage, place: voyage, sail: voyage, pirates: voyage, over },
  views: { table: tableTab },
  wanted: (state, me) =>
    state.to_place.length > 0 || (state.captain === me.id && TAPS.includes(state.phase)),
  mark: anchorMark,
  lesson,
});
