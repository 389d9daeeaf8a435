// Pirates on the host's screen: all but what is placed in secret.

import { h } from "../js/dom.js";
import { host, hostAside, hostScene, newTable } from "../js/host.js";
import { t } from "../js/words.js";
import { game } from "./game.js";
import { acting, penguinRow } from "./penguins.js";
import { compared, crewList } from "./table.js";
import { tracks } from "./tracks.js";
import { checklist, eventPanel, headline, moved, ship, step, title } from "./voyage.js";

host({
  ...game,
  stages: { event: voyage, captain: voyage, place: voyage, sail: voyage, pirates: voyage, over },
});

function voyage(context) {
  const { state, looksOn } = context;
  // a TV takes no penguin off: it shows who stands where
  const sails = state.phase === "sail" && !looksOn;
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
