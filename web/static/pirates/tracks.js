// The tracks for sails, speed, water and fish, each with a sign and a bar.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { quiet } from "../js/parts.js";
import { sheet } from "../js/sheet.js";
import { t } from "../js/words.js";
import { askEnd } from "./ends.js";

export const NAMES = { sails: t("sails"), speed: t("speed"), water: t("water"), fish: t("fish") };
const SKULL =
  "M12 1.5a9 9 0 0 0-5.5 16.1V22.5h11v-4.9A9 9 0 0 0 12 1.5ZM8.2 8.5a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Zm7.6 0a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z";
const SIGNS = { sails: "sail", speed: "speed", water: "wave", fish: "fish" };

export function tracks({ store, state }) {
  return h("div", { key: "tracks", class: "tracks", role: "group", "aria-label": t("Tracks") },
    Object.entries(state.tracks).map(([name, value]) => {
      const late = name === "water" && value >= state.most.water - 2;
      return h("button",
        { key: name, class: late ? "track-button is-late" : "track-button", "data-face": true,
          "aria-label": t("{value}/{most} {track}: correct",
            { track: NAMES[name], value, most: state.most[name] }),
          onclick: () => store.show({ sheet: "marker", marker: name }) },
        icon(SIGNS[name]),
        h("strong", {}, String(value), h("small", {}, `/${state.most[name]}`)),
        " ",
        h("small", {}, NAMES[name]),
        h("span", { class: "bar", vars: { full: `${(100 * value) / state.most[name]}%` } },
          name === "water" && skull()));
    }));
}

/** The end of the water track, where the ship sinks (pirates R9). */
function skull() {
  return h("svg", { class: "skull", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: SKULL }));
}

/** Set markers, [{track, value}], by `run`, after a question if the ship sinks by that. */
export function setting({ store, state }, markers, run) {
  const sinks = ({ track, value }) => track === "water" && value === state.most.water;
  return markers.some(sinks) ? askEnd(store, "skull", run) : run();
}

/** The sheet to correct a marker; it sends a total, so it names the version it saw. */
export function markerSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const name = store.ui.marker;
  const set = (value) => {
    closeSheet();
    setting(context, [{ track: name, value }], () =>
      tap("track.set", { track: name, value }, { version: state.tracks_version }),
    );
  };
  const title =
    name === "fish"
      ? t("How many fish?")
      : t("{track}: where’s the marker?", { track: NAMES[name] });
  return sheet({ name: "marker", title, onclose: closeSheet },
    quiet(t("Tap to set it.")),
    h("div", { class: "value-grid" },
      Array.from({ length: state.most[name] + 1 }, (_, value) => h("button",
        { key: value, class: "value", "aria-pressed": String(state.tracks[name] === value),
          onclick: () => set(value) },
        String(value)))));
}
