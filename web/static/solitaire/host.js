// Solitaire on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene, invite, newTable } from "../js/host.js";
import { quiet } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { seatList } from "../js/seats.js";
import { t } from "../js/words.js";
import { board } from "./board.js";
import { modes, readiness, startButton } from "./lobby.js";
import { news } from "./news.js";
import { headline as scene, timing } from "./play-scene.js";
import { progress } from "./progress.js";
import { headline, pipsSheet, ranked, scoreList, scoreRow } from "./scores.js";

host({ stages: { lobby, play, over }, sheets: { pips: pipsSheet }, progress, news });

function lobby(context) {
  const { state, tap } = context;
  return [
    invite(context),
    h("section", { key: "seats", class: "host-side" },
      h("h1", {}, t("Who’s playing?")),
      state.seats.length > 0 && seatList(state, tap),
      modes(context),
      h("div", { class: "row" }, startButton(context), quiet(readiness(context)))),
  ];
}

/** All boards, as large as the screen holds them, each with its player's score. */
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
        scoreRow(context, seat)))));
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), podium(ranked(state))),
    hostAside(t("Scores"), scoreList(context), newTable(state)),
  ];
}
