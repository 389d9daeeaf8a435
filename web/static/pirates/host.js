// Pirates on the host's screen: all but what is placed in secret.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene } from "../js/host.js";
import { quiet } from "../js/parts.js";
import { t } from "../js/words.js";
import { chart, photoPanel } from "./chart.js";
import { game } from "./game.js";
import { headline } from "./ends.js";
import { penguinRow } from "./penguins.js";
import { compared, crewList } from "./table.js";
import { tracks } from "./tracks.js";
import { eventPanel, step, title } from "./voyage.js";

host({
  ...game,
  stages: { event: voyage, captain: voyage, place: voyage, sail: voyage, pirates: voyage, over },
});

function voyage(context) {
  const { state } = context;
  return [
    h("section", { key: "scene", class: "host-scene voyage" },
      chart(context),
      tracks(context)),
    hostAside(t("The crew"),
      h("h1", {}, title(state)),
      !state.differences?.length && quiet(state.next),
      state.event && eventPanel(state),
      step(context),
      compared(context),
      photoPanel(context),
      !state.differences?.length && penguinRow(context)),
  ];
}

function over(context) {
  const { state } = context;
  return [hostScene(headline(state), tracks(context)), hostAside(t("The crew"), crewList(state))];
}
