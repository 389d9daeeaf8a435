// A photo of the table beside what the phones say: where the two disagree, and one tap to follow the photo.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { photoButton, readingPanel } from "../js/photos.js";
import { mySeat } from "../js/seats.js";
import { t } from "../js/words.js";

/** The camera, and the newest photo; on the host's screen neither. */
export function shoot(context) {
  const { store, state } = context;
  const me = mySeat(state);
  if (!me) return null;
  return h(
    "section",
    { key: "shoot", class: "panel stack" },
    h("p", { class: "quiet" }, t("A photo of the map and the tracks tells whether the phones are right.")),
    readingPanel(store, me),
    photoButton(context, me, t("Photograph the table"), ""),
    state.photo &&
      h(
        "button",
        { onclick: () => store.show({ sheet: "photo", photo: { photo: state.photo } }) },
        icon("photo"),
        t("See the photo"),
      ),
    state.differences?.length === 0 && h("p", { role: "status" }, icon("tick"), " ", t("The photo agrees with the phones.")),
  );
}

/** What the newest photo shows otherwise; a track is set to what it shows with one tap. */
export function compared({ state, tap, say, undoButton }) {
  if (!state.differences?.length) return null;
  const follow = async ({ track, value }) => {
    if (await tap("track.set", { track, value }, { version: state.tracks_version }))
      say(t("Set as in the photo."), "done", undoButton());
  };
  return h(
    "ul",
    { key: "compared", class: "panel compared", "aria-label": t("Where photo and phones disagree") },
    state.differences.map((one, index) =>
      h(
        "li",
        { key: one.track ?? index },
        icon("lamp"),
        h("span", {}, one.text),
        one.track && h("button", { class: "small", onclick: () => follow(one) }, icon("camera"), t("Follow the photo")),
      ),
    ),
  );
}
