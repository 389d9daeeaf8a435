// Rocks on a player's phone.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { allNests, over, standings } from "./nest.js";
import { turn } from "./turn.js";

const lesson = [ // rocks R3, R5, R6, R4, R7, R8, R10
  { text: t("On your turn, roll for penguin 1: here, or with a real die whose result you tap."),
    done: (now, was) => was.active === now.you && was.die === null && now.die !== null },
  { text: t("Move exactly that far. You can turn at every space, and hop over penguins: a group of them costs 1."),
    done: (now, was) => was.active === now.you && now.moves !== was.moves },
  { text: t("Step into a pile for a rock: 1 to go in, 1 to come out. A penguin carries one rock at a time."),
    done: (now, was) => was.active === now.you && now.moves !== was.moves },
  { text: t("Bring it to one of the six outer spaces of your nest, and tap that space here. Your first rock frees penguin 2."),
    done: (now, was) => rocks(now.me) > rocks(was.me) },
  { text: t("You win with a rock on all six spaces and one of your penguins in the centre. Others may take your rocks!") },
];
const rocks = (seat) => seat.rocks.reduce((sum, count) => sum + count, 0);

player({
  ...game,
  tabs: [["play", t("Play"), "play"], ["table", t("Nests"), "nest"]],
  scenes: { play: turn, over },
  views: { table },
  lesson,
  wanted: (state, me) => state.active === me.id,
});

function table(context) {
  return [
    h("h1", { key: "head" }, t("All nests")),
    hint(context.store, "rocks-table", t("Doesn’t match your board? Correct it here.")),
    context.state.phase === "play" ? allNests(context) : standings(context.state),
  ];
}
