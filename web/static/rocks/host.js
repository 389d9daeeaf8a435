// Rocks on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene } from "../js/host.js";
import { podium } from "../js/podium.js";
import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";
import { board, photoPanel } from "./board.js";
import { game } from "./game.js";
import { figures, headline, standings } from "./nest.js";
import { dicePanel, due, roundOut } from "./turn.js";

host({ ...game, stages: { play, over } });

function play(context) {
  const { state, looksOn } = context;
  const active = seatOf(state, state.active);
  return [
    hostScene(board(context)),
    hostAside(t("Whose roll"),
      h("h1", {}, t("{name}’s roll", { name: active.name })),
      h("p", { class: "lead" }, due(state)),
      roundOut(state),
      // a TV throws no die, and shows one that was thrown
      (!looksOn || state.die !== null) && dicePanel(context, active),
      standings(state),
      photoPanel(context)),
  ];
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), podium(state), figures()),
    hostAside(t("Nests"), standings(state)),
  ];
}
