// A roll and a move: our die or a real one, how far the penguin moves, and the nests.

import { ask, askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, quiet, sceneHead } from "../js/parts.js";
import { asleep, mySeat, seatOf, whoIsNext } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { board, photoPanel } from "./board.js";
import { AT_ONCE } from "./lobby.js";
import { nest } from "./nest.js";

const FACES = [1, 2, 3, 4, 5, 6];
const SPOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function turn(context) {
  const { store, state } = context;
  const active = seatOf(state, state.active);
  const { name } = active;
  const mine = active.id === state.you;
  const me = mySeat(state);
  const asked = mine && isAsked(state);
  return [
    sceneHead(mine ? t("Your roll") : t("{name}’s roll", { name }),
      h("p", { class: "quiet due" }, thrown(state, "small"), due(state))),
    roundOut(state),
    hint(store, "rocks-turn",
      t("Roll here, or roll a real die and tap the result. Move your penguin, and tap the space where it stops.")),
    // what to do now comes first
    mine && !asked && dicePanel(context, active),
    board(context, asked ? (place) => arrive(context, place) : null),
    (!mine || asked) && dicePanel(context, active),
    photoPanel(context),
    me && ownNest(context, me),
  ];
}

/** Whether the phone has to ask where the move ends: a photo may have shown it. */
function isAsked({ die, reach, seats, active, penguin }) {
  return die !== null && (reach || !seatOf({ seats }, active).penguins[penguin - 1].place);
}

/** The moving penguin stops at a place; where a rock may be taken or left there, that is asked. */
function arrive(context, place) {
  const { store, state } = context;
  const active = seatOf(state, state.active);
  const owner = state.seats.find((seat) => state.deck.nests[seat.colour].includes(place));
  const space = owner ? state.deck.nests[owner.colour].indexOf(place) - 1 : -1;
  if (space < 0 && owner && active.may_finish) return ask(store, finishing(context, active));
  const kind = space < 0 ? "" : owner !== active ? "rock.take" : "rock.drop";
  if (kind && (kind === "rock.take") === owner.rocks[space] > 0)
    return store.show({ sheet: "stop", stop: { place, kind, seat: owner.id, space } });
  return stop(context, place);
}

async function stop({ store, state, tap, say, undoButton }, to) {
  if (await tap("move.done", { to }, { moves: state.moves }))
    say(whatIsNext(store.state), "done", undoButton());
}

/** The sheet for a place where the penguin may take or leave a rock. */
export function stopSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const { place, kind, seat, space } = store.ui.stop;
  const robbed = seatOf(state, seat).name;
  const words = kind === "rock.take" ? t("Take {name}’s rock", { name: robbed }) : t("Leave a rock");
  const handle = async () => {
    closeSheet();
    if (await tap(kind, { seat, space })) stop({ ...context, state: store.state }, place);
  };
  return sheet({ name: "stop", title: t("Move to {place}", { place }), onclose: closeSheet },
    h("div", { class: "stack" },
      button("rock", words, handle, { class: "primary" }),
      button("tick", t("No rock"), () => (closeSheet(), stop(context, place)))));
}

/** What to do now, and with which penguin. */
export function due({ die, penguin: number }) {
  return die === null
    ? t("Roll for penguin {number}", { number })
    : t("Move penguin {number}", { number });
}

/** The die; on other screens, what the mover and one who may have built can do is folded away. */
export function dicePanel(context, active) {
  const { state } = context;
  const mine = active.id === state.you;
  const acts = state.die === null ? throwing(context, mine) : moved(context, active);
  const fold = (seat, ...controls) => asleep(seat, state.moves, ...controls, finish(context, seat));
  return h("section", { key: "dice", class: mine ? "panel dice is-mine" : "panel dice" },
    state.die !== null && rolled(state, active),
    mine
      ? [acts, finish(context, active)]
      : fold(active, acts, nest(context, active), freedom(context, active)),
    state.seats
      .filter((seat) => seat.may_finish && seat !== active)
      .map((seat) => (seat.id === state.you ? finish(context, seat) : fold(seat))));
}

function throwing(context, mine) {
  return [
    h("button",
      { key: "throw", class: mine ? "primary throw" : "throw",
        onclick: () => roll(context, "die.throw", {}) },
      die(5, "small"),
      t("Roll the die")),
    h("p", { key: "or", class: "quiet" }, t("Rolled a real die? Tap its result.")),
    h("div",
      { key: "faces", class: "faces", role: "group", "aria-label": t("Result of a real die") },
      FACES.map((face) => h("button",
        { key: face, class: "face", "aria-label": t("a {n}", { n: face }),
          onclick: () => roll(context, "die.roll", { face }) },
        die(face, "small")))),
  ];
}

function roll({ state, tap }, kind, payload) {
  return tap(kind, payload, { moves: state.moves });
}

/** What was rolled, and how far the penguin moves. */
function rolled(state, active) {
  const far = h("strong", {},
    tn("penguin {number} exactly {n} space", "penguin {number} exactly {n} spaces",
      state.die, { number: state.penguin }));
  return h("div", { key: "rolled", class: "rolled" },
    !state.you && thrown(state), // phones show it in their head
    h("p", { key: "go", class: active.id === state.you ? "act" : "" },
      active.id === state.you
        ? state.reach
          ? t("Move {far}, and tap a gold space.", { far })
          : t("Move {far}. Can’t use the full roll? Stay put.", { far })
        : t("{name} moves {far}. Can’t use the full roll? Stay put.", { name: active.name, far })));
}

function moved(context, active) {
  const { store, state, tap, say, undoButton } = context;
  const mine = active.id === state.you;
  const done = async () => {
    if (!(await tap("move.done", {}, { moves: state.moves }))) return;
    const words = mine ? whatIsNext(store.state) : t("Done for {name}.", { name: active.name });
    say(words, "done", undoButton());
  };
  const props = { key: "done", class: !mine ? "" : state.reach ? "act" : "primary" };
  const again = state.penguin === 1 && active.free;
  const ends = isLast(state, active) && state.seats.some((seat) => seat.built) && !again;
  return ends
    ? askingButton(context, "tick", t("Moved"),
        t("This was the last move of the round, so the game ends."), done, props)
    : button("tick", t("Moved"), done, props);
}

function isLast({ seats }, seat) {
  return seats.at(-1) === seat;
}

/** The answer to the end of one's own move. */
function whatIsNext({ seats, active, you, penguin }) {
  if (active === you) return t("Done. Now roll for penguin {number}.", { number: penguin });
  return whoIsNext(seats.find((seat) => seat.id === active));
}

/** A button for a seat that may have built: the mover, or before the roll the one before. */
function finish(context, seat) {
  if (!seat.may_finish) return null;
  const { sign, words, question, act } = finishing(context, seat);
  return askingButton(context, sign, words, question, act,
    { key: `built-${seat.id}`, class: "built" });
}

/** What to ask before a nest is finished (ask.js). */
function finishing(context, seat) {
  const { state, tap, say, undoButton } = context;
  const { id, name } = seat;
  const atOnce = state.finish === AT_ONCE;
  const own = atOnce ? t("I reached the centre: I win!") : t("I reached the centre");
  const words = id === state.you ? own : t("{name} reached the centre", { name });
  const question =
    atOnce || isLast(state, seat)
      ? t("A penguin stands in the centre of {name}’s nest, so the game ends.", { name })
      : t("A penguin stands in the centre of {name}’s nest. The others still play this round.", {
          name,
        });
  const act = async () => {
    if (await tap("nest.done", { seat: id }, { moves: state.moves }))
      say(t("Nest finished!"), "done", undoButton());
  };
  return { sign: "flag", words, question, act };
}

/** A face of a die. */
function die(face, extra = "") {
  return h("span", { class: `die ${extra}`.trim(), "aria-hidden": "true" },
    Array.from({ length: 9 }, (_, index) => h("i",
      { key: index, class: SPOTS[face].includes(index) ? "spot" : "" })));
}

/** The die that was rolled. */
function thrown({ die: face }, extra = "") {
  return face !== null && h("span",
    { key: "shown", class: "die-shown", role: "img", "aria-label": t("Rolled: {n}", { n: face }) },
    die(face, extra));
}

/** The player's own nest, where rocks are added and removed. */
function ownNest(context, seat) {
  return h("section", { key: "own", class: "panel nest-panel" },
    h("h2", {}, t("Your nest")),
    nest(context, seat),
    quiet(standing(seat)),
    freedom(context, seat));
}

/** A button that says whether penguin 2 is free, and corrects it. */
function freedom({ tap }, seat) {
  return button(
    seat.free ? "tick" : "lock",
    seat.free ? t("Penguin 2 is free") : t("Penguin 2 is locked until the first rock"),
    () => tap("penguin.free", { seat: seat.id, free: !seat.free }),
    { key: "free", class: "small", "aria-pressed": String(seat.free) });
}

function standing(seat) {
  if (seat.built) return t("Your nest is finished.");
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
      t("Nests finished: {built}. Still to move: {left}. The last to finish wins.",
        { built: names(built), left: names(left) })));
}

function names(seats) {
  return seats.map((seat) => seat.name).join(", ");
}
