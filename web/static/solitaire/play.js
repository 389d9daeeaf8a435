// Solitaire on a player's phone.

import { player } from "../js/player.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { play } from "./play-scene.js";
import { puzzleSheet } from "./puzzles.js";
import { over, tableTab } from "./scores.js";

const hopped = (now, was) => now.me.changes > was.me.changes;
const lesson = [ // solitaire R1 to R4
  { text: t("Tap a pyramid, then a marked square: it hops over its neighbour."), done: hopped },
  { text: t("The top pyramid that it hopped over is removed, and only that one."), done: hopped },
  { text: t("A pyramid lands on an empty square, or on top of one of its own size."), done: hopped },
  { text: t("Stuck? Undo as many hops as you like."), done: hopped },
  { text: t("When no hop is left, the pips of all pyramids count, covered ones too. One small pyramid is perfect."),
    done: ({ me }) => me.over },
];

player({
  ...game,
  tabs: [["play", t("Play"), "pyramid"], ["table", t("Scores"), "table"]],
  scenes: { play, over },
  views: { table: tableTab },
  sheets: { ...game.sheets, puzzles: puzzleSheet },
  lesson,
  wanted: (state, me) => state.running === me.id || (!state.running && state.due === me.id),
});
