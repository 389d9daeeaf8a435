// Rocks on a player's phone.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { allNests, over, standings } from "./nest.js";
import { turn } from "./turn.js";

player({
  ...game,
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Nests"), "nest"],
  ],
  scenes: { play: turn, over },
  views: { table },
  wanted: (state, me) => state.active === me.id,
});

function table(context) {
  return [
    h("h1", { key: "head" }, t("All nests")),
    hint(context.store, "rocks-table", t("Doesn’t match your board? Correct it here.")),
    context.state.phase === "play" ? allNests(context) : standings(context.state),
  ];
}
