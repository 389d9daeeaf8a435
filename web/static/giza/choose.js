// The secret choice: a hand of five cards. A tap lifts one, a second tap plays it face down.

import { card, flipCard } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, chip, chips, quiet, sceneHead } from "../js/parts.js";
import { mySeat, nameplate } from "../js/seats.js";
import { t } from "../js/words.js";
import { actionOf, actionPiece, actionWords, chiefMark } from "./cards.js";

export function choose(context) {
  const { store } = context;
  const state = withTap(context.state, store.ui.laying);
  const me = mySeat(state);
  const open = state.seats.filter((seat) => !seat.chosen);
  const title = me && !me.chosen ? t("Choose in secret") : waiting(open);
  return [
    sceneHead(title,
      quiet(t("Reveal {n} penguins. Lowest action number goes first.", { n: state.seats.length }))),
    hint(store, "choose",
      t("Look at the penguins on the table, then tap a card and play it face down. Nobody sees it until everyone has chosen.")),
    laidDown(state),
    me && (me.chosen ? myChoice(context, me) : myHand(context, me)),
    me && playedRow(state, me),
  ];
}

function waiting([first, ...more]) {
  return first && !more.length
    ? t("Waiting for {name}", { name: first.name })
    : t("Waiting for the others");
}

/** The state with the card face down already, while the tap is on its way. */
function withTap(state, laying) {
  if (laying?.round !== state.round) return state;
  const seats = state.seats.map((seat) =>
    seat.id === state.you ? { ...seat, chosen: true, action: laying.number } : seat,
  );
  return { ...state, seats };
}

/** Play a card face down, or replace it. */
async function lay({ store, state, tap }, number) {
  const laying = { round: state.round, number };
  store.show({ lifted: null, peek: null, laying });
  await tap("action.choose", { number }, { round: state.round });
  if (store.ui.laying === laying) store.show({ laying: null });
}

/** Everyone's place: the back of a card, or an outline while they choose. */
export function laidDown(state) {
  return h("ul", { key: "laid", class: "laid", "aria-label": t("Players’ choices") },
    state.seats.map((seat) => h("li",
      { key: seat.id, class: seat.chosen ? "laid-seat is-down" : "laid-seat" },
      h("span", { class: "laid-spot" },
        seat.chosen &&
          h("span", { class: "drop-in" }, card(state, actionPiece(seat, 1), { face: "back" })),
        chiefMark(state, seat)),
      nameplate(state, seat),
      h("span", { class: "spoken" }, seat.chosen ? t("ready") : t("choosing")))));
}

function myHand(context, me) {
  const { store, state } = context;
  const lifted = me.hand.includes(store.ui.lifted) ? store.ui.lifted : null;
  const touch = (number) =>
    lifted === number ? lay(context, number) : store.show({ lifted: number });
  return h("section", { key: "hand", class: "hand-scene", "aria-label": t("Your hand") },
    h("div", { class: "fan", vars: { cards: me.hand.length } },
      me.hand.map((number, index) =>
        fanCard(state, me, number, { index, count: me.hand.length, lifted, touch }),
      )),
    lifted === null ? named(state, me, touch) : liftedPanel(context, lifted));
}

function fanCard(state, me, number, { index, count, lifted, touch }) {
  const action = actionOf(state, number);
  const offset = index - (count - 1) / 2;
  return h("button",
    { key: number, class: lifted === number ? "bare fan-card is-lifted" : "bare fan-card",
      "aria-pressed": String(lifted === number),
      "aria-label": t("Action {number}, {verb}: {text}",
        { number, verb: action.verb, text: action.text }),
      vars: { offset }, onclick: () => touch(number) },
    card(state, actionPiece(me, number)));
}

/** The hand by number and name: in the fan, neighbours cover what is printed. */
function named(state, me, touch) {
  return h("div",
    { key: "named", class: "act chips hand-names", role: "group", "aria-label": t("Your hand") },
    me.hand.map((number) =>
      chip([h("strong", {}, String(number)), h("span", {}, actionOf(state, number).verb)],
        false, () => touch(number), { key: number, class: "chip tall" })));
}

function liftedPanel(context, number) {
  const action = actionOf(context.state, number);
  return [
    h("p", { class: "act" }, h("strong", {}, `${number} ${action.verb}. `), action.text),
    button("hidden", t("Play face down"), () => lay(context, number), { class: "primary" }),
  ];
}

function myChoice(context, me) {
  const { store, state } = context;
  const peek = store.ui.peek === state.round;
  return h("section", { key: "choice", class: "choice-scene", "aria-label": t("Your choice") },
    h("button",
      { class: "choice-card bare", onclick: () => store.show({ peek: peek ? null : state.round }),
        "aria-label": peek
          ? t("Hide your card, action {number}", { number: me.action })
          : t("Peek at your face-down card") },
      flipCard(state, actionPiece(me, me.action), { up: peek, key: me.action })),
    quiet(
      peek
        ? `${actionOf(state, me.action).verb}: ${actionOf(state, me.action).text}`
        : t("Tap your card to peek."),
    ),
    h("p", { class: "label" }, t("Changed your mind?")),
    chips(t("Changed your mind?"),
      me.hand.map((number) =>
        chip(`${number} ${actionOf(state, number).verb}`,
          peek && number === me.action, () => lay(context, number), { key: number }),
      )));
}

/** Played cards stay out until #4 takes them back (giza R4). */
function playedRow(state, me) {
  if (!me.played.length) return null;
  return h("section", { key: "played", class: "played" },
    h("h2", { class: "label" }, t("Played (back with action 4)")),
    h("ul", { class: "played-cards" },
      me.played.map((number) => h("li", { key: number },
        card(state, actionPiece(me, number), { alt: actionWords(state, number) })))));
}
