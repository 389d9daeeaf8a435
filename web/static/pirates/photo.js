// A photo of the table beside what the phones say: where the two disagree, and one tap to follow the photo.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button, quiet } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { mySeat } from "../js/seats.js";
import { t } from "../js/words.js";
import { NAMES } from "./tracks.js";

/** The camera, and the newest photo; on the host's screen neither. */
export function shoot(context) {
  const { store, state } = context;
  const me = mySeat(state);
  if (!me) return null;
  return h("section", { key: "shoot", class: "panel stack" },
    quiet(t("Take a photo of the map and tracks to check what the phones show.")),
    readingPanel(store, me),
    photoButton(context, me, t("Photograph the table"), ""),
    photoLink(context, state.photo),
    state.differences?.length === 0 &&
      h("p", { role: "status" }, icon("tick"), " ", t("The photo matches the phones.")));
}

/** What the newest photo shows otherwise; a track is set to what it shows with one tap, all of them one by one. */
export function compared({ store, state, tap, say, undoButton }) {
  if (!state.differences?.length) return null;
  const set = ({ track, value }) =>
    tap("track.set", { track, value }, { version: store.state.tracks_version });
  const follow = async (one) =>
    (await set(one)) && say(t("Updated from the photo."), "done", undoButton());
  const movers = state.differences.filter((one) => one.track);
  const followAll = async () => {
    for (const { track } of movers) {
      const one = store.state.differences?.find((each) => each.track === track); // none once play has gone on
      if (!one || !(await set(one))) return;
    }
    say(t("Updated from the photo."), "done");
  };
  return h("section", { key: "compared", class: "panel stack" },
    h("h2", {}, t("The photo differs")),
    h("ul", { class: "compared" },
      state.differences.map((one, index) => difference(one, index, follow))),
    movers.length > 1 && button("camera", t("Update all"), followAll));
}

function difference({ text, track, value }, index, follow) {
  const label = track && t("Set {track} to {value}", { track: NAMES[track], value });
  return h("li", { key: track ?? index },
    h("span", {}, text),
    track &&
      h("button", { class: "small", "aria-label": label, onclick: () => follow({ track, value }) },
        t("Set")));
}
