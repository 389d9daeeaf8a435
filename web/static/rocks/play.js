// Rocks on a player's phone.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { addIcons } from "../js/icons.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { ICONS } from "./icons.js";
import { lobby } from "./lobby.js";
import { spaceSheet } from "./nest.js";
import { news } from "./news.js";
import { allNests, over } from "./over.js";
import { progress } from "./progress.js";
import { turn } from "./turn.js";

const SCENES = { lobby, play: turn, over };

addIcons(ICONS);
player({
  tabs: [
    ["play", t("Play"), "play"],
    ["table", t("Nests"), "nest"],
  ],
  views: { play: (context) => SCENES[context.state.phase](context), table },
  sheets: { space: spaceSheet },
  progress,
  wanted: (state, me) => state.active === me.id,
  news,
});

function table(context) {
  return [
    h("h1", { key: "head" }, t("All nests")),
    hint(context.store, "rocks-table", t("Doesn’t match your board? Correct it here.")),
    allNests(context, { still: context.state.phase !== "play" }),
  ];
}
