// The score entered by hand instead of a photo: four levels and the goals.

import { h } from "../js/dom.js";
import { quiet } from "../js/parts.js";
import { seatOf } from "../js/seats.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { LEVEL_NAMES } from "./cards.js";

/** What the sheet starts with: the score as it is, or an entry that was refused. */
export function draftOf({ state, ui }, seat) {
  const { refused } = ui;
  if (refused?.seat === seat.id && refused.version === seat.score_version) return refused;
  const goals = Object.fromEntries(
    state.goals.map(({ id }) => [
      id,
      seat.score?.goals.find((goal) => goal.id === id)?.points ?? 0,
    ]),
  );
  return {
    seat: seat.id,
    version: seat.score_version,
    levels: seat.score?.levels ?? [0, 0, 0, 0],
    goals,
  };
}

export function scoreSheet({ store, state, tap, closeSheet }) {
  const { draft } = store.ui;
  const seat = seatOf(state, draft.seat);
  const change = (changes) => store.show({ draft: { ...draft, ...changes } });
  const send = async (levels, goals) => {
    closeSheet();
    const counted = await tap(
      "score.type",
      { seat: draft.seat, levels, goals },
      { version: draft.version },
    );
    store.show({ refused: counted ? null : draft });
  };
  const sum = [...draft.levels, ...Object.values(draft.goals)].reduce((a, b) => a + b, 0);
  return sheet({
    name: "score",
    title: t("{name}’s score", { name: seat.name }),
    onclose: closeSheet,
    wide: true,
  },
    quiet(t("Enter the heaviest penguin on each level.")),
    seat.score?.verdict === "illegal" &&
      quiet(t("The photo’s problem stays until a new photo or a corrected card removes it.")),
    LEVEL_NAMES.map((name, level) =>
      levelRow(state, name, draft.levels[level], (weight) =>
        change({ levels: draft.levels.map((old, at) => (at === level ? weight : old)) }),
      ),
    ).reverse(),
    state.goals.map((goal) =>
      goalRow(goal, draft.goals[goal.id], (points) =>
        change({ goals: { ...draft.goals, [goal.id]: points } }),
      ),
    ),
    sheetFoot(
      seat.score?.source === "typed" &&
        seat.pyramid &&
        h("button", { onclick: () => send(null, {}) }, t("Use the photo instead")),
      h("button", {
        class: "primary",
        disabled: draft.levels.includes(null), // a photo left a level open
        onclick: () => send(draft.levels, draft.goals),
      }, tn("Save: {n} point", "Save: {n} points", sum))));
}

function levelRow(state, name, value, choose) {
  const heaviest = Math.max(...state.deck.penguins.map((penguin) => penguin.weight));
  return h("div", { key: name, class: "level-row", role: "group", "aria-label": name },
    h("span", { class: "level-name" }, name),
    h("div", { class: "chips even" },
      Array.from({ length: heaviest + 1 }, (_, weight) => h("button",
        { key: weight, class: "chip square", "aria-pressed": String(value === weight),
          onclick: () => choose(weight) },
        String(weight)))));
}

function goalRow(goal, value, choose) {
  return h("button",
    { key: goal.id, class: "goal-toggle", "aria-pressed": String(value > 0),
      onclick: () => choose(value > 0 ? 0 : goal.points) },
    h("span", {}, h("strong", {}, goal.name), h("small", {}, goal.text)),
    h("span", { class: "goal-points" }, `+${goal.points}`));
}
