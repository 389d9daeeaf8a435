// A card that was read in several pyramids: one of them was misread, and nobody is blamed.

import { card } from "../js/art.js";
import { askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { quiet } from "../js/parts.js";
import { disc, mySeat, seatOf } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { penguinOf } from "./cards.js";
import { pyramidView } from "./pyramid-view.js";

/** The first question of who has a card, or of who has one of `seat`; null if none is open. */
export function contestedPanel(context, seat = null) {
  const { state } = context;
  const open = state.contested.filter(({ seats }) => !seat || seats.includes(seat.id));
  if (!open.length) return null;
  const [{ penguin, seats: ids }] = open;
  const seats = ids.map((id) => seatOf(state, id));
  const number = String(penguin).padStart(2, "0");
  return h("section",
    { key: `contested-${penguin}`, class: "panel stack contested",
      "aria-labelledby": "contested-head" },
    h("h2", { id: "contested-head" },
      seats.length === 2
        ? t("Card {number} is in two pyramids. Who has it?", { number })
        : t("Card {number} is in {n} pyramids. Who has it?", { number, n: seats.length })),
    h("div", { class: "contested-row" },
      h("span", { class: "contested-card" }, card(state, penguinOf(state, penguin).id)),
      seats.map((each) => h("div", { key: each.id },
        h("p", { class: "contested-name" },
          disc(each, "small"),
          h("span", { class: "clip" }, each.name)),
        pyramidView(state, each)))),
    quiet(t("Look at the table, or take a new photo of a pyramid that was misread.")),
    h("div", { class: "row" }, seats.map((each) => answer(context, each, seats, penguin))),
    seats.includes(mySeat(state)) &&
      quiet(t("Another player or the host’s screen can say that you have it.")),
    open.length > 1 &&
      quiet(
        tn("{n} more card is in several pyramids.", "{n} more cards are in several pyramids.",
          open.length - 1)));
}

/** The answer that `keeper` has the card, which nobody gives for themselves. */
function answer(context, keeper, seats, penguin) {
  const { state, tap } = context;
  if (keeper.id === state.you) return null;
  const others = seats.filter((seat) => seat !== keeper).map((seat) => seat.name);
  const values = { name: keeper.name, others: others.join(", ") };
  return askingButton(context, "tick", t("{name} has it", { name: keeper.name }),
    t("{name} has it? Then choose which other card {others} has in its place.", values),
    () => tap("card.keep", { seat: keeper.id, penguin }), { key: `${keeper.id}-has-it` });
}
