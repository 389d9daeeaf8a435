// What a photo shows, corrected by hand with the parts that phones have for it. The server judges.

import { pyramidView } from "../giza/pyramid-view.js";
import { slotSheet } from "../giza/slot-sheet.js";
import { h } from "./dom.js";
import { quiet } from "./parts.js";
import { t } from "./words.js";

const GAMES = { giza: { view: pyramids, words: t("Tap a card to correct it."), sheet: slotSheet } };

/** What was read, each card with a tap to correct it; `correct(change)` says if it counted. */
export function byHand(store, { game, deck, seats }, correct) {
  const own = GAMES[game];
  if (!own || !seats.length) return null;
  const state = { game, deck, seats: seats.map((seat) => ({ ...seat, score: seat })) };
  const closeSheet = () => store.show({ sheet: "" });
  const tap = (_kind, change) => correct(change);
  return h("section", { key: "hand", class: "stack", "aria-labelledby": "hand" },
    h("h2", { id: "hand" }, t("Correct by hand")),
    quiet(own.words),
    own.view(store, state),
    store.ui.sheet && own.sheet({ store, state, tap, closeSheet }));
}

function pyramids(store, state) {
  return state.seats.map((seat) =>
    pyramidView(state, seat, {
      label: seat.name,
      touch: (slot) => store.show({ sheet: "slot", editing: { seat: seat.id, slot }, filter: {} }),
    }));
}
