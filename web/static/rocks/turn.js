// A roll and a move: our die or a real one, how far the penguin moves, and the nests.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, quiet, sceneHead } from "../js/parts.js";
import { mySeat, seatOf } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { nest } from "./nest.js";

const FACES = [1, 2, 3, 4, 5, 6];
const SPOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function turn(context) {
  const { store, state } = context;
  const active = seatOf(state, state.active);
  const { name } = active;
  const mine = active.id === state.you;
  const me = mySeat(state);
  return [
    sceneHead(mine ? t("Your roll") : t("{name}’s roll", { name }), quiet(due(state))),
    roundOut(state),
    hint(store, "rocks-turn",
      t("Roll here, or roll a real die and tap the result. Move on the board, and tap a nest space when you place a rock there.")),
    dicePanel(context, active, mine),
    me && nestPanel(context, me, mine),
    !mine && nestPanel(context, active, true),
  ];
}

/** What to do now, and with which penguin. */
export function due({ die, penguin: number }) {
  return die === null
    ? t("Roll for penguin {number}", { number })
    : t("Move penguin {number}", { number });
}

/** The die of the active seat; others may tap it too if that phone is asleep. */
export function dicePanel(context, active, mine) {
  const { state } = context;
  return h("section", { key: "dice", class: mine ? "panel dice is-mine" : "panel dice" },
    state.die === null ? throwing(context, mine) : moving(context, active, mine));
}

function throwing(context, mine) {
  return [
    h("button",
      { key: "throw", class: mine ? "primary throw" : "throw",
        onclick: () => roll(context, "die.throw", {}) },
      die(5, "small"),
      t("Roll the die")),
    h("p", { key: "or", class: "quiet" }, t("or tap the result of a real die")),
    h("div",
      { key: "faces", class: "faces", role: "group", "aria-label": t("Result of a real die") },
      FACES.map((face) => h("button",
        { key: face, class: "face", "aria-label": t("a {n}", { n: face }),
          onclick: () => roll(context, "die.roll", { face }) },
        die(face, "small")))),
    finish(context),
  ];
}

function roll({ state, tap }, kind, payload) {
  return tap(kind, payload, { moves: state.moves });
}

async function done({ state, tap, say, undoButton }, kind, payload, words) {
  if (await tap(kind, payload, { moves: state.moves })) say(words, "done", undoButton());
}

function moving(context, active, mine) {
  const { state } = context;
  const far = h("strong", {},
    tn("penguin {number} exactly {n} space", "penguin {number} exactly {n} spaces",
      state.die, { number: state.penguin }));
  const next = mine ? t("Done. Next player rolls.") : t("Done for {name}.", { name: active.name });
  return [
    h("div",
      { key: "shown", class: "die-shown", role: "img",
        "aria-label": t("Rolled: {n}", { n: state.die }) },
      die(state.die)),
    h("p", { key: "go" },
      mine
        ? t("Move {far}. Can’t use the full roll? Stay put.", { far })
        : t("{name} moves {far}. Can’t use the full roll? Stay put.", { name: active.name, far })),
    button("tick", t("Moved"),
      () => done(context, "move.done", {}, next), { key: "done", class: mine ? "primary" : "" }),
    finish(context),
  ];
}

/** Buttons for the seats that may have built: the mover, or before the roll the one before. */
function finish(context) {
  const { state } = context;
  return state.seats
    .filter((seat) => seat.may_finish)
    .map(({ id, name }) => {
      const mine = t("I’m in the centre: finish");
      const words = id === state.you ? mine : t("{name} is in the centre: finish", { name });
      const build = () => done(context, "nest.done", { seat: id }, t("Nest built!"));
      return button("flag", words, build, { key: `built-${id}`, class: "built" });
    });
}

/** A face of a die. */
function die(face, extra = "") {
  return h("span", { class: `die ${extra}`.trim(), "aria-hidden": "true" },
    Array.from({ length: 9 }, (_, index) => h("i",
      { key: index, class: SPOTS[face].includes(index) ? "spot" : "" })));
}

function nestPanel(context, seat, wide) {
  const { state, tap } = context;
  const mine = seat.id === state.you;
  return h("section",
    { key: `panel-${seat.id}`, class: wide ? "panel nest-panel" : "panel nest-panel is-quiet" },
    h("h2", {}, mine ? t("Your nest") : t("{name}’s nest", { name: seat.name })),
    nest(context, seat),
    quiet(standing(seat)),
    button(
      seat.free ? "tick" : "lock",
      seat.free ? t("Penguin 2 is free") : t("Penguin 2 is locked until the first rock"),
      () => tap("penguin.free", { seat: seat.id, free: !seat.free }),
      { class: "small", "aria-pressed": String(seat.free) }));
}

function standing(seat) {
  if (seat.built) return t("Built.");
  if (seat.complete) return t("Complete! Now get a penguin into the centre.");
  const open = seat.rocks.filter((count) => !count).length;
  return tn("{n} rock to go.", "{n} rocks to go.", open);
}

/** Who still has a turn in this round, once somebody has built. */
export function roundOut(state) {
  const built = state.seats.filter((seat) => seat.built);
  if (!built.length) return null;
  const left = state.seats.slice(state.seats.findIndex((seat) => seat.id === state.active));
  return h("p", { key: "round-out", class: "round-out" },
    icon("flag"),
    h("span", {},
      t("Built: {built}. Still to move: {left}. Last to build wins.",
        { built: names(built), left: names(left) })));
}

function names(seats) {
  return seats.map((seat) => seat.name).join(", ");
}
