// Solitaire on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene } from "../js/host.js";
import { podium } from "../js/podium.js";
import { t } from "../js/words.js";
import { board } from "./board.js";
import { game } from "./game.js";
import { ending, headline as scene, missing, timing } from "./play-scene.js";
import { headline, ranked, scoreList, scoreRow } from "./scores.js";

host({ ...game, stages: { play, over } });

/** All boards with their players' scores, as large as fits. */
function play(context) {
  const { seats, board: size, mode } = context.state;
  const timed = mode === "free" ? "" : "is-timed";
  const lines = seats.length > 4 ? 2 : 1;
  const vars = { across: Math.ceil(seats.length / lines), columns: size.columns, rows: size.rows };
  return hostScene(
    h("div", { key: "head", class: "row boards-head" },
      h("h1", {}, scene(context.state)),
      timing(context)),
    h("ul", { key: "boards", class: `boards lines-${lines} ${timed}`, vars },
      seats.map((seat) => h("li", { key: seat.id },
        board(context, seat),
        scoreRow(context, seat)))),
    missing(context.state),
    mode === "free" && !context.looksOn && ending(context));
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), podium(ranked(state))),
    hostAside(t("Scores"), scoreList(context)),
  ];
}
