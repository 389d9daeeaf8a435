// Puzzles: positions of ten levels, each with the best score that can be reached. Their names are
// those of the printed booklet: "4-7" is the seventh of level 4.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button, quiet } from "../js/parts.js";
import { sheet } from "../js/sheet.js";
import { load, save } from "../js/storage.js";
import { number, t, tn } from "../js/words.js";

const LEVELS = 10;
const STARS = "rookery:stars"; // this phone's stars by puzzle
const MOST = 3; // stars for the best possible end; each pip above it costs one, but not the last
const CALLED = /^#puzzle=([\d-]+)$/; // the puzzle's name in a printed code's address

/** A button for the sheet of puzzles, if the board has any. */
export function puzzleButton({ store, state }) {
  if (!state.puzzles) return null;
  const show = () => store.show({ sheet: "puzzles" });
  return button("pyramid", t("Puzzles"), show, { class: "small" });
}

/** Whether the puzzle was solved, and what to do next. */
export function puzzleEnd(context, me) {
  const { name, best, solved } = me.puzzle;
  const stars = Math.max(1, MOST - (me.pips - best));
  const kept = keptStars();
  if (!(kept[name] >= stars)) save(STARS, JSON.stringify({ ...kept, [name]: stars }));
  return h("div", { key: "end", class: "panel clock-panel" },
    starRow(stars),
    h("p", { class: solved ? "lone" : "", role: "status" },
      solved
        ? t("Solved! That\u2019s the best possible.")
        : tn(
            "{n} pip is possible. Undo a few hops, or start over.",
            "{n} pips is possible. Undo a few hops, or start over.",
            best)),
    h("div", { class: "row tools" },
      button("undo", t("Start over"), () => lay(context, me, name)),
      button("pyramid", t("Next puzzle"),
        () => lay(context, me, following(name)), { class: solved ? "primary" : "" })));
}

/** The offer to open a puzzle whose printed code was scanned. */
export function called(context, me) {
  const name = CALLED.exec(location.hash)?.[1];
  if (!name || !context.state.puzzles || context.state.mode !== "free") return null;
  const leave = () => {
    history.replaceState(null, "", location.pathname);
    context.store.show({});
  };
  const open = () => {
    leave();
    lay(context, me, name);
  };
  return h("section", { key: "called", class: "panel clock-panel" },
    h("p", {},
      t("Your booklet\u2019s code is for puzzle {name}. It replaces the board here.", { name })),
    h("div", { class: "row tools" },
      button("pyramid", t("Open puzzle"), open, { class: "primary" }),
      h("button", { onclick: leave }, t("Not now"))));
}

/** The sheet to choose a puzzle by level and number, or by its name in the booklet. */
export function puzzleSheet(context) {
  const { store, state, closeSheet } = context;
  const me = state.seats.find((seat) => seat.id === state.you);
  const level = store.ui.level ?? (Number(me.puzzle?.name.split("-")[0]) || 1);
  const open = (name) => {
    closeSheet();
    lay(context, me, name);
  };
  const typed = (event) => {
    event.preventDefault();
    open(String(new FormData(event.target).get("puzzle")).trim());
  };
  const kept = keptStars();
  const solved = Object.keys(kept).filter((name) => /^\d+-\d+$/.test(name) && name.startsWith(`${level}-`));
  const { today } = document.body.dataset;
  return sheet({ name: "puzzles", title: t("Puzzles"), onclose: closeSheet },
    button("star", [t("Today’s puzzle: {name}", { name: today }), starRow(kept[today] ?? 0)],
      () => open(today), { class: "primary" }),
    h("h3", {}, t("Level {level}", { level: number(level) })),
    chips(t("Level"), LEVELS, level, (one) => store.show({ level: one })),
    h("h3", {}, t("Number")),
    chips(t("Number"), state.puzzles, shown(me, level), (one) => open(`${level}-${one}`),
      (one) => starRow(kept[`${level}-${one}`] ?? 0)),
    quiet(t("Finished: {n} of {all}.", { n: solved.length, all: state.puzzles })),
    h("form", { class: "stack", onsubmit: typed },
      h("label", { for: "puzzle" }, t("Or enter the number from your booklet, such as 4-7")),
      h("input",
        { id: "puzzle", name: "puzzle", type: "text", required: true, maxlength: 16,
          autocomplete: "off" }),
      h("button", {}, icon("tick"), t("Open puzzle"))));
}

/** This phone's stars by puzzle. */
function keptStars() {
  try {
    return JSON.parse(load(STARS)) ?? {};
  } catch {
    return {};
  }
}

function starRow(count) {
  return count > 0 && h("span",
    { key: "stars", class: "stars", role: "img",
      "aria-label": t("{n} of {all} stars", { n: count, all: MOST }) },
    Array.from({ length: count }, () => icon("star")));
}

/** A chip for each number up to `count`, with what `more(number)` returns. */
function chips(label, count, chosen, act, more = (_one) => null) {
  return h("div", { class: "chips puzzle-chips", role: "group", "aria-label": label },
    Array.from({ length: count }, (_, index) => index + 1).map((one) => h("button",
      { key: one, class: "chip square", "aria-pressed": String(one === chosen),
        onclick: () => act(one) },
      number(one),
      more(one))));
}

/** The number of the puzzle on the board, if it is of this level. */
function shown(me, level) {
  const [there, which, seed] = (me.puzzle?.name ?? "").split("-").map(Number);
  return there === level && !seed ? which : null;
}

function following(name) {
  const [level, which, ...seed] = name.split("-");
  return [level, Number(which) + 1, ...seed].join("-");
}

function lay({ store, tap }, me, name) {
  store.show({ advice: null, picked: null });
  return tap("puzzle.open", { seat: me.id, puzzle: name }, { changes: me.changes });
}
