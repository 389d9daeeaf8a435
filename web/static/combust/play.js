// Combust on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { isWanted, lines, over } from "./lines.js";
import { tableTab, turn } from "./turn.js";

const lesson = [ // combust R1 to R3, R6, R7
  { text: t("You have four cards. Lay three face up in front of you: that’s your line. Keep one in your hand."),
    done: ({ me, phase }) => me.line || phase !== "lines" },
  { text: t("The lowest sum starts. Photograph the lines or tap in the cards, then tap “Who starts?”"),
    done: ({ phase }) => phase !== "lines" },
  { text: t("On your turn, draw a card. An event takes effect at once; then draw again, until it’s a penguin."),
    done: (now, was) => was.active === now.you && (now.active !== now.you || now.chain.length > 0) },
  { text: t("Then discard a penguin for its ability, or add one to your line: there it has no effect."),
    done: (now, was) => was.active === now.you && now.active !== now.you },
  { text: t("A clan without penguins and cards is out. The last clan wins; if the deck runs out, the highest sum.") },
];

player({
  ...game,
  tabs: [["play", t("Play"), "play"], ["table", t("Clans"), "table"]],
  scenes: { lines, turns: turn, last: turn, count: lines, over },
  views: { table: tableTab },
  lesson,
  wanted: (state, me) =>
    (state.asked?.seat ?? state.active) === me.id || (["lines", "count"].includes(state.phase) && isWanted(me)),
});
