// Rocks on a player's phone.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { player } from "../js/player.js";
import { lobby } from "./lobby.js";
import { spaceSheet } from "./nest.js";
import { news } from "./news.js";
import { allNests, over } from "./over.js";
import { progress } from "./progress.js";
import { turn } from "./turn.js";

const SCENES = { lobby, play: turn, over };

player({
  tabs: [
    ["play", "Play", "play"],
    ["table", "Nests", "nest"],
  ],
  views: { play: (context) => SCENES[context.state.phase](context), table },
  sheets: { space: spaceSheet },
  progress,
  wanted: (state, me) => state.active === me.id,
  news,
});

function table(context) {
  return [
    h("h1", { key: "head" }, "All nests"),
    hint(context.store, "rocks-table", "If the board in front of you says otherwise, set it right here."),
    allNests(context, { still: context.state.phase !== "play" }),
  ];
}
