// A row of buttons, one for each seat: whose pyramid, who has the Chief.

import { h } from "../js/dom.js";
import { disc, nameOf } from "../js/seats.js";

/** `look` is that of the row; `pressed` says which seat it is now. `choose(seat)` is not called for that one again. */
export function seatChips(
  state,
  { key, label, look = "", pressed, disabled = () => false, choose },
) {
  return h("div", { key, class: `chips ${look}`, role: "group", "aria-label": label },
    state.seats.map((seat) => h("button", {
      key: seat.id,
      class: "chip tall",
      "aria-pressed": String(seat.id === pressed),
      disabled: disabled(seat),
      onclick: () => seat.id !== pressed && choose(seat),
    },
      disc(seat, "small"),
      h("span", { class: "clip" }, nameOf(state, seat.id)))));
}
