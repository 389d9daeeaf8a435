// The crew: who is captain, who has placed, who has been rescued.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { disc } from "../js/seats.js";
import { t } from "../js/words.js";
import { compared, shoot } from "./photo.js";
import { tracks } from "./tracks.js";

/** The anchor beside the captain's name. */
export function anchorMark(state, seat) {
  if (state.captain !== seat.id) return null;
  return h("span", { class: "chief-mark", title: t("captain") },
    icon("anchor"),
    h("span", { class: "spoken" }, t("captain")));
}

export function crewList(state) {
  return h("ul", { key: "crew", class: "seat-list" },
    state.seats.map((seat) => h("li", {
      key: seat.id,
      class: seat.id === state.you ? "seat-row is-me" : "seat-row",
    },
      disc(seat),
      h("span", { class: "seat-name" },
        h("span", {}, seat.name, " ", anchorMark(state, seat)),
        h("small", {}, placed(state, seat))))));
}

/** The penguins of a seat; while they are placed, whether these have been. */
function placed(state, seat) {
  const names = seat.penguins.map((number) => state.penguins[number]?.name).join(", ");
  const told = seat.placed && (state.phase === "captain" || state.phase === "place");
  return told ? t("{names}: placed", { names }) : names;
}

function aboard({ rescued }) {
  if (!rescued.length) return t("Nobody rescued yet.");
  if (rescued.length > 1) return t("Bob and his cousin are aboard.");
  return rescued[0] === "bob" ? t("Bob is aboard.") : t("Bob\u2019s cousin is aboard.");
}

export function tableTab(context) {
  const { state } = context;
  return [
    h("h1", { key: "head" }, t("The crew")),
    crewList(state),
    tracks(context),
    compared(context),
    state.phase !== "lobby" && shoot(context),
    h("p", { key: "aboard", class: "quiet" }, aboard(state)),
    h("p", { key: "pirates", class: "quiet" },
      state.pirates ? t("Pirates ahead!") : t("No pirates in sight.")),
  ];
}
