// The crew, and a photo of the table that is compared with what the phones show.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button } from "../js/parts.js";
import { seatRow } from "../js/seats.js";
import { t } from "../js/words.js";
import { NAMES, setting, tracks } from "./tracks.js";

/** The anchor beside the captain's name. */
export function anchorMark(state, seat) {
  if (state.captain !== seat.id) return null;
  return h("span", { class: "chief-mark", title: t("captain") },
    icon("anchor"),
    h("span", { class: "spoken" }, t("captain")));
}

export function crewList(state) {
  return h("ul", { key: "crew", class: "seat-list" },
    state.seats.map((seat) => seatRow(state, seat,
      h("span", { class: "seat-name" },
        h("span", {}, seat.name, " ", anchorMark(state, seat)),
        h("small", {}, placed(state, seat))))));
}

/** The penguins of a seat, and whether they have been placed. */
function placed(state, seat) {
  const names = seat.penguins.map((number) => state.penguins[number]?.name).join(", ");
  const shown = seat.placed && (state.phase === "captain" || state.phase === "place");
  return shown ? t("{names}: placed", { names }) : names;
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
    h("p", { key: "aboard", class: "quiet" }, aboard(state)),
    h("p", { key: "pirates", class: "quiet" },
      state.pirates ? t("Pirates ahead!") : t("No pirates in sight.")),
  ];
}

/** Where the newest photo differs, with a button to set each track to what the photo shows. */
export function compared(context) {
  const { store, state, tap, say, undoButton } = context;
  if (!state.differences?.length) return null;
  const set = ({ track, value }) =>
    tap("track.set", { track, value }, { version: store.state.tracks_version });
  const follow = async (one) =>
    (await set(one)) && say(t("Updated from the photo."), "done", undoButton());
  const movers = state.differences.filter((one) => one.track);
  const single = state.you || movers.length < 2; // a host's screen has no room for a button each
  const followAll = async () => {
    for (const { track } of movers) {
      // none if play has gone on
      const one = store.state.differences?.find((each) => each.track === track);
      if (!one || !(await set(one))) return;
    }
    say(t("Updated from the photo."), "done");
  };
  return h("section", { key: "compared", class: "panel stack" },
    h("h2", {}, t("The photo differs")),
    h("ul", { class: "compared" },
      state.differences.map((one, index) => difference(one, index,
        single && (() => setting(context, [one], () => follow(one)))))),
    movers.length > 1 && button("camera", t("Update all"), () => setting(context, movers, followAll)));
}

function difference({ text, track, value }, index, follow) {
  const label = track && t("Set {track} to {value}", { track: NAMES[track], value });
  return h("li", { key: track ?? index },
    h("span", {}, text),
    track && follow &&
      h("button", { class: "small", "aria-label": label, onclick: follow },
        t("Set")));
}
