// Pirates on the host's screen: all but what is placed in secret.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene, invite, newTable } from "../js/host.js";
import { addIcons } from "../js/icons.js";
import { quiet } from "../js/parts.js";
import { photoSheet } from "../js/photos.js";
import { t } from "../js/words.js";
import { ICONS } from "./icons.js";
import { crew, readiness, startButton, variants } from "./lobby.js";
import { news } from "./news.js";
import { headline } from "./over.js";
import { acting, penguinRow } from "./penguins.js";
import { compared } from "./photo.js";
import { progress } from "./progress.js";
import { crewList } from "./table.js";
import { markerSheet, tracks } from "./tracks.js";
import { checklist, eventPanel, moved, ship, step, title } from "./voyage.js";

const stages = {
  lobby,
  event: voyage,
  captain: voyage,
  place: voyage,
  sail: voyage,
  pirates: voyage,
  over,
};

addIcons(ICONS);
host({ stages, sheets: { marker: markerSheet, photo: photoSheet }, progress, news });

function lobby(context) {
  const { state, tap } = context;
  return [
    invite(context),
    h("section", { key: "seats", class: "host-side" },
      h("h1", {}, state.seats.length ? t("The crew") : t("Who’s sailing?")),
      quiet(t("3 or 4 players, in clockwise order. Tap the anchor to mark the first captain.")),
      state.seats.length > 0 && crew(state, tap),
      variants(context),
      h("div", { class: "row" }, startButton(context), quiet(readiness(state)))),
  ];
}

function voyage(context) {
  const { state, looksOn } = context;
  const sails = state.phase === "sail" && !looksOn; // a TV takes no penguin off: it shows who stands where
  return [
    h("section", { key: "scene", class: "host-scene voyage" },
      h("h1", {}, title(state)),
      checklist(state),
      tracks(context),
      sails
        ? [
            acting(context),
            h("div", { key: "end", class: "row" }, eventPanel(state), moved(context)),
          ]
        : [state.event && eventPanel(state), penguinRow(context), step(context)]),
    hostAside(t("The crew"),
      compared(context),
      sails && ship(context),
      h("h2", {}, t("The crew")),
      crewList(state)),
  ];
}

function over(context) {
  const { state } = context;
  return [
    hostScene(headline(state), tracks(context)),
    hostAside(t("The crew"), crewList(state), newTable(state)),
  ];
}
