// The ranking: the first four on steps, the winner in the middle.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { disc, seatOf, typedNote } from "./seats.js";
import { t } from "./words.js";

const PLACES = [t("1st"), t("2nd"), t("3rd"), t("4th")];

/**
 * The podium of `state.ranking`, [{seat, total, place}] in order: equal places are shared, null is
 * not ranked, and a total may be null. `mark(seat)` is a note below a name.
 */
export function podium(state, { cups = true, mark = null } = {}) {
  const standing = state.ranking.filter(({ place }) => place !== null).slice(0, 4);
  const arranged = [standing[1], standing[0], standing[2], standing[3]].filter(Boolean);
  return h("ol", { key: "podium", class: "podium", "aria-label": t("Ranking") }, arranged.map(
      ({ seat: id, total: points, place }) => {
        const seat = seatOf(state, id);
        return h("li", { key: id, class: `podium-seat place-${Math.min(place, 4)}`, value: place },
          cups &&
            place === 1 &&
            h("span", { class: "podium-cup", "aria-hidden": "true" }, icon("cup")),
          disc(seat, "large"),
          h("span", { class: "podium-name clip" }, seat.name),
          mark?.(seat),
          points !== null && typedNote(seat),
          h("span", { class: "podium-step" },
            points !== null && h("span", { class: "podium-points" }, String(points)),
            h("span", { class: "podium-place" }, PLACES[place - 1])));
      },
    ));
}

/** The headline about those in place 1: `own` for this seat, or `other` of the winner's name. */
export function winnersHead(state, own, other) {
  const first = state.ranking.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const names = first.map((id) => seatOf(state, id).name).join(", ");
  if (first.length > 1) return t("{names} share the win", { names });
  return first[0] === state.you ? own : other(names);
}
