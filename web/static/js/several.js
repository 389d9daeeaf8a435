// A photo that shows what several seats own: each piece has a number, and a tap says whose it is.

import { h } from "./dom.js";
import { button } from "./parts.js";
import { seatChips } from "./seats.js";
import { t } from "./words.js";

/** Whether the newest photo has things to match with seats; "Not ours" closes the question. */
export function isOpen({ store, state: { several, seats, photos } }) {
  if (!photos[several?.photo] || store.ui.passedBy === several.photo) return false;
  const given = several.found.map(({ seat }) => seat);
  return given.includes(null) && seats.some((seat) => !seat.out && !given.includes(seat.id));
}

/** The photo and the question; a tap on a seat is an event of this `kind`. */
export function matchPanel(context, { title, kind, name, whose, given, more = null }) {
  const { store, state, base, tap, say, undoButton } = context;
  const { photo, found } = state.several;
  const give = async (seat, number) => {
    if (await tap(kind, { photo, number, seat: seat.id }))
      say(given(number, seat.name), "done", undoButton());
  };
  const line = ({ seat: owner }, index) =>
    h("li", { key: index + 1 },
      h("strong", {}, name(index + 1)),
      seatChips({ ...state, seats: state.seats.filter((seat) => !seat.out) }, {
        label: whose(index + 1),
        pressed: owner,
        disabled: (seat) => owner !== null && owner !== seat.id,
        choose: (seat) => give(seat, index + 1),
      }));
  return h("section",
    { key: `several-${photo}`, class: "panel several", "aria-labelledby": "several-head" },
    h("h2", { id: "several-head" }, title(found.length)),
    h("img", {
      class: "several-photo",
      src: `${base}/photos/${encodeURIComponent(photo)}/overlay.jpg`,
      alt: t("What was read"),
    }),
    more,
    h("ol", { class: "stack several-list" }, found.map(line)),
    button("close", t("Not ours"), () => store.show({ passedBy: photo }), { class: "small" }));
}
