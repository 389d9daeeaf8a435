// The last clan, or the highest line.

import { sceneHead } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";
import { lineList } from "./lines.js";

/** The last clans went out together (combust R6): nobody has won. */
function isDraw(state) {
  return state.seats.every((seat) => seat.out);
}

export function headline(state) {
  if (isDraw(state)) return t("It's a draw: no clan is left");
  const first = state.ranking.filter((row) => row.place === 1).map((row) => row.seat);
  if (first.length > 1)
    return t("{names} share the win", {
      names: first.map((id) => seatOf(state, id).name).join(", "),
    });
  if (first[0] === state.you) return t("Your clan wins!");
  return t("{name}\u2019s clan wins!", { name: seatOf(state, first[0]).name });
}

/** Without a cup where nobody has won. */
export function standing(state) {
  return podium(state, { cups: !isDraw(state) });
}

export function over(context) {
  const { state } = context;
  return [sceneHead(headline(state)), standing(state), lineList(context)];
}
