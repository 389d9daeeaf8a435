// Combust on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene } from "../js/host.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { headline, lineList, lines, standing } from "./lines.js";
import { turn } from "./turn.js";

host({
  ...game,
  stages: { lines: linesStage, turns: turnStage, last: turnStage, count: linesStage, over },
});

function linesStage(context) {
  return [h("section", { key: "scene", class: "host-scene wide-lines" }, lines(context))];
}

function turnStage(context) {
  return [hostScene(lineList(context)), hostAside(t("Clans"), turn(context))];
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), standing(state)),
    hostAside(t("Clans"), lineList(context)),
  ];
}
