// Combust on the host's screen.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene, invite, newTable } from "../js/host.js";
import { addIcons } from "../js/icons.js";
import { quiet } from "../js/parts.js";
import { photoSheet } from "../js/photos.js";
import { t } from "../js/words.js";
import { cardSheet } from "./cards.js";
import { ICONS } from "./icons.js";
import { lineList, lines, lineSheet } from "./lines.js";
import { clans, readiness, startButton } from "./lobby.js";
import { news } from "./news.js";
import { headline, standing } from "./over.js";
import { progress } from "./progress.js";
import { outSheet, turn } from "./turn.js";

const stages = {
  lobby,
  lines: linesStage,
  turns: turnStage,
  last: turnStage,
  count: linesStage,
  over,
};

addIcons(ICONS);
host({
  stages,
  sheets: { card: cardSheet, line: lineSheet, out: outSheet, photo: photoSheet },
  progress,
  news,
});

function lobby(context) {
  const { state, tap } = context;
  return [
    invite(context),
    h("section", { key: "seats", class: "host-side" },
      h("header", { class: "host-head" },
        h("h1", {}, state.seats.length ? t("Around the table") : t("Who’s playing?")),
        quiet(
          state.seats.length
            ? t("In clockwise order. Tap the cards to mark the dealer.")
            : t("3 to 8 players."),
        )),
      state.seats.length > 0 && clans(state, tap),
      h("div", { class: "row" }, startButton(context), quiet(readiness(state)))),
  ];
}

function linesStage(context) {
  return [h("section", { key: "scene", class: "host-scene wide-lines" }, lines(context))];
}

function turnStage(context) {
  return [hostScene(turn(context)), hostAside(t("Clans"), lineList(context))];
}

function over(context) {
  const { state } = context;
  return [
    hostScene(h("h1", {}, headline(state)), standing(state)),
    hostAside(t("Clans"), lineList(context), newTable(state)),
  ];
}
