// A photo of several pyramids: each has an outline and a number, and a tap says whose it is.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button } from "../js/parts.js";
import { seatOf } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { seatChips } from "./cards.js";

/** Whether the newest photo has pyramids to match with seats; "Not ours" closes the question. */
export function isOpen({ store, state: { several, seats, photos } }) {
  if (!photos[several?.photo] || store.ui.passedBy === several.photo) return false;
  const given = several.found.map(({ seat }) => seat);
  return given.includes(null) && seats.some((seat) => !given.includes(seat.id));
}

/** The photo and the question, while it is open. */
export function whosePanel(context) {
  const { store, state, base } = context;
  if (!isOpen(context)) return null;
  const { photo, found } = state.several;
  return h("section",
    { key: `several-${photo}`, class: "panel several", "aria-labelledby": "several-head" },
    h("h2", { id: "several-head" },
      tn(
        "The photo shows {n} pyramid. Whose is it?",
        "The photo shows {n} pyramids. Whose is each?",
        found.length)),
    picture(state, `${base}/photos/${encodeURIComponent(photo)}/photo.jpg`),
    h("ol", { class: "stack several-list" },
      found.map(({ seat }, index) => line(context, seat, index + 1))),
    button("close", t("Not ours"), () => store.show({ passedBy: photo }), { class: "small" }));
}

/** The photo with its boxes, which are in thousandths of its sides. */
function picture(state, src) {
  return h("div", { class: "several-photo" },
    h("img", { src, alt: t("Original photo") }),
    state.several.found.map(({ box: [left, top, right, bottom], seat: id }, index) => {
      const seat = id && seatOf(state, id);
      const place = { left, top, width: right - left, height: bottom - top };
      const vars = Object.fromEntries(
        Object.entries(place).map(([name, value]) => [name, `${value / 10}%`]),
      );
      return h("span",
        { key: index, class: seat ? "several-box is-given" : "several-box", "aria-hidden": "true",
          vars: seat ? { ...vars, seat: seat.ink } : vars },
        h("strong", {}, seat ? icon(seat.symbol) : String(index + 1)));
    }));
}

function line({ state, tap, say, undoButton }, given, number) {
  const { photo } = state.several;
  const give = async (seat) => {
    if (await tap("pyramid.give", { photo, number, seat: seat.id })) {
      const words = t("Pyramid {number}: {name}.", { number, name: seat.name });
      say(words, "done", undoButton());
    }
  };
  return h("li", { key: number },
    h("strong", {}, t("Pyramid {number}", { number })),
    seatChips(state, {
      label: t("Whose is pyramid {number}?", { number }),
      pressed: given,
      disabled: (seat) => given !== null && given !== seat.id,
      choose: give,
    }));
}
