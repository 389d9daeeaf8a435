// Before a game of combust: who sits where (clockwise), and who deals.

import { morePlayers } from "../js/lobby.js";
import { button } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { t } from "../js/words.js";

export const lobby = {
  hint: [
    "combust-lobby",
    t("List the seats clockwise and mark the dealer. Everyone gets four cards: three face up in the line, one in hand."),
  ],
  title: t("Around the table"),
  note: () => t("In clockwise order. Tap the card symbol next to the dealer."),
  empty: [t("Who’s playing?"), t("3 to 8 players.")],
  seats: ({ state, tap }) =>
    seatList(state, tap, (seat) =>
      seatMark("play", t("{name} deals", { name: seat.name }),
        state.dealer === seat.id, () => tap("dealer.give", { seat: seat.id })),
    ),
  missing: ({ state }) => [morePlayers(state, 3), !state.dealer && t("mark the dealer")],
  start: ({ tap }, look) =>
    button("play", t("Cards are dealt"), () => tap("game.start"), { class: look }),
};
