// Rocks on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene, invite, newTable } from "../js/host.js";
import { addIcons } from "../js/icons.js";
import { quiet } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";
import { ending, roundOut } from "./ending.js";
import { ICONS } from "./icons.js";
import { builders, readiness, startButton, whoStarts } from "./lobby.js";
import { spaceSheet } from "./nest.js";
import { news } from "./news.js";
import { allNests, figures, headline } from "./over.js";
import { progress } from "./progress.js";
import { dicePanel, due } from "./turn.js";

addIcons(ICONS);
host({ stages: { lobby, play, over }, sheets: { space: spaceSheet }, progress, news });

function lobby(context) {
  const { state } = context;
  return [
    invite(context),
    h("section", { key: "seats", class: "host-side" },
      h("header", { class: "host-head" },
        h("h1", {}, state.seats.length ? t("Around the board") : t("Who’s playing?")),
        quiet(state.seats.length ? whoStarts(state) : t("2 to 4 players."))),
      builders(context),
      ending(context),
      h("div", { class: "row" }, startButton(context), quiet(readiness(context)))),
  ];
}

function play(context) {
  const { state, looksOn } = context;
  const active = seatOf(state, state.active);
  return [
    hostScene(
      h("h1", {}, t("{name}’s roll", { name: active.name })),
      h("p", { class: "lead" }, due(state)),
      roundOut(state),
      allNests(context, { still: true })),
    (!looksOn || state.die !== null) && // a TV throws no die, and shows one that was thrown
      hostAside(t("The die"), dicePanel(context, active, false)),
  ];
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), podium(state), figures()),
    hostAside(t("Nests"), allNests(context), newTable(state)),
  ];
}
