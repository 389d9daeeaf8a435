// A pyramid as it stands on the table: the printed cards, how much each carries, and marks on slots
// that break a rule or couldn't be read.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { t, tn } from "../js/words.js";
import { colourOf, parsePyramid, penguinOf, slotName } from "./cards.js";

const GREY_STRENGTH = 2; // giza R8 (D), for the sign on a grey card; the server does the sums

/** The pyramid of a seat; with `touch(slot)` each slot is a button. */
export function pyramidView(
  state,
  seat,
  { touch = null, label = t("{name}’s pyramid", { name: seat.name }) } = {},
) {
  const rows = parsePyramid(seat.pyramid);
  const marks = marksOf(seat.score);
  return h("div",
    { key: `pyramid-${seat.id}`, class: "pyramid", role: "group", "aria-label": label },
    rows
      .map((row, level) => h("div", { key: level, class: "pyramid-row" },
        row.map((cell, place) =>
          slotView(state, cell, [level, place], marks.get(`${level},${place}`), touch),
        )))
      .reverse());
}

/** A map from "level,place" to {kind: "wrong" | "unsure", text}. */
function marksOf(score) {
  const marks = new Map();
  for (const { slot, text } of score?.unsure ?? [])
    if (slot) marks.set(slot.join(), { kind: "unsure", text });
  for (const { slot, text } of score?.violations ?? [])
    if (slot) marks.set(slot.join(), { kind: "wrong", text });
  return marks;
}

function slotView(state, cell, slot, mark, touch) {
  const inner = [
    cell
      ? standing(state, cell)
      : h("span", { key: "gap", class: "gap", "aria-hidden": "true" },
          mark?.kind === "unsure" ? "?" : touch ? icon("plus") : null),
    mark &&
      h("span", { key: "mark", class: `mark mark-${mark.kind}`, "aria-hidden": "true" },
        mark.kind === "wrong" ? "!" : "?"),
  ];
  const what = cell ? describe(state, cell) : mark ? t("not read") : t("empty");
  const name = [`${slotName(slot)}: ${what}`, mark?.text].filter(Boolean).join(". ");
  const look = `slot bare ${cell ? "is-full" : "is-empty"} ${mark ? "is-" + mark.kind : ""}`;
  if (!touch)
    return h("div", { key: slot[1], class: look, role: "img", "aria-label": name }, inner);
  return h("button", { key: slot[1], class: look, "aria-label": name, onclick: () => touch(slot) },
    inner);
}

function standing(state, cell) {
  const penguin = penguinOf(state, cell.number);
  return h("span", { key: "card", class: "standing" },
    card(state, penguin.id, { face: cell.grey ? "back" : "front" }),
    badges(strengthOf(penguin, cell), cell.tokens));
}

/** Strength and tokens, large enough for a thumbnail; the slot's name says them in words. */
export function badges(strength, tokens = 0) {
  return h("span", { class: "badges", "aria-hidden": "true" },
    tokens > 0 && h("span", { class: "badge badge-token", "data-figure": `+${tokens}` }),
    h("span", { class: "badge", "data-figure": strength }, h("i", { class: "bracelet" })));
}

export function strengthOf(penguin, cell) {
  return (cell.grey ? GREY_STRENGTH : penguin.arms[0] + penguin.arms[1]) + cell.tokens;
}

/** A cell in words. */
export function describe(state, cell) {
  const penguin = penguinOf(state, cell.number);
  const told = t("penguin {number}, {side}, weighs {weight}, carries {strength}",
    {
      number: cell.number,
      side: cell.grey ? t("grey side") : colourOf(state, penguin.colour).name,
      weight: cell.grey ? 0 : penguin.weight,
      strength: strengthOf(penguin, cell),
    });
  return cell.tokens ? `${told}, ${tn("{n} token", "{n} tokens", cell.tokens)}` : told;
}
