// The crew: who is captain, who has placed, who has been rescued.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { disc } from "../js/seats.js";
import { tracks } from "./tracks.js";

/** The anchor beside the captain's name. */
export function anchorMark(state, seat) {
  if (state.captain !== seat.id) return null;
  return h("span", { class: "chief-mark", title: "is captain" }, icon("anchor"), h("span", { class: "spoken" }, "is captain"));
}

export function crewList(state) {
  return h(
    "ul",
    { key: "crew", class: "seat-list" },
    state.seats.map((seat) =>
      h(
        "li",
        { key: seat.id, class: seat.id === state.you ? "seat-row is-me" : "seat-row" },
        disc(seat),
        h("span", { class: "seat-name" }, h("span", {}, seat.name, " ", anchorMark(state, seat)), h("small", {}, placed(state, seat))),
      ),
    ),
  );
}

function placed(state, seat) {
  const names = seat.penguins.map((number) => state.penguins[number]?.name).join(" and ");
  return `${names}${names && seat.placed ? ", placed" : ""}`;
}

export function tableTab(context) {
  const { state } = context;
  const names = state.rescued.map((name) => ({ bob: "Bob", cousin: "Bob\u2019s cousin" })[name]);
  return [
    h("h1", { key: "head" }, "The crew"),
    crewList(state),
    tracks(context),
    h("p", { key: "facts", class: "quiet" }, `${names.join(" and ") || "Nobody"} rescued. ${state.pirates ? "Pirates are about." : "No pirates in sight."}`),
  ];
}
