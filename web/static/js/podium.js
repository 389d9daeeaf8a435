// The ranking: the first four on steps, the winner in the middle.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { disc, seatOf } from "./seats.js";
import { t } from "./words.js";

/**
 * `state.ranking` is [{seat, total, place}], the first first; who shares a place has the same, and who is not ranked has
 * none (null); a total may be null.
 * `mark` says of a seat what is wrong with its score.
 */
export function podium(state, { cups = true, mark } = {}) {
  const standing = state.ranking.filter(({ place }) => place !== null).slice(0, 4);
  const arranged = [standing[1], standing[0], standing[2], standing[3]].filter(Boolean);
  return h("ol", { key: "podium", class: "podium", "aria-label": t("Ranking") },
    arranged.map(({ seat: id, total: points, place }) => {
      const seat = seatOf(state, id);
      return h("li", { key: id, class: `podium-seat place-${Math.min(place, 4)}`, value: place },
        cups &&
          place === 1 &&
          h("span", { class: "podium-cup", "aria-hidden": "true" }, icon("cup")),
        disc(seat, "large"),
        h("span", { class: "podium-name clip" }, seat.name),
        mark?.(seat),
        h("span", { class: "podium-step" },
          points !== null && h("span", { class: "podium-points" }, String(points)),
          h("span", { class: "podium-place" }, ordinal(place))));
    }));
}

function ordinal(place) {
  return [t("1st"), t("2nd"), t("3rd"), t("4th")][place - 1];
}
