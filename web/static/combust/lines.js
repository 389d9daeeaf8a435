// The lines of the clans, by photo or card by card, and the end of the game.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, quiet, said, sceneHead } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { podium, winnersHead } from "../js/podium.js";
import { disc, mySeat, seatOf, typedNote } from "../js/seats.js";
import { isOpen, matchPanel } from "../js/several.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { cardOf } from "./cards.js";
import { differing, followSwitch, isMine, smoke, taking } from "./follow.js";
import { enter, portraits } from "./line-sheet.js";

export function lines(context) {
  const { store, state } = context;
  const me = mySeat(state);
  const counting = state.phase === "count";
  const open = state.seats.filter(isWanted).map((seat) => seat.name);
  return [
    sceneHead(counting ? t("Count the lines") : t("Show your lines"),
      quiet(counting ? t("Highest sum wins.") : t("Lowest sum starts."))),
    hint(store, "combust-lines",
      t("Take a photo of your line from above, or of all lines at once; or tap the cards. You can enter a line for someone else, too.")),
    questions(context),
    me && !me.out && !me.line
      ? mine(context, me)
      : photoPanel(context, !counting && !state.you && followSwitch(context)),
    lineList(context),
    !counting && state.you && followSwitch(context),
    !counting && begin(context, open),
  ];
}

/** Whether a clan's line is still to be entered, or someone has to say whether it is whole. */
export function isWanted(seat) {
  return (!seat.line || seat.open) && !seat.out;
}

/** What photos leave to be said: whose a line is, and whether it is whole. */
export function questions(context) {
  const { state } = context;
  const wanted = ["lines", "count"].includes(state.phase); // in between, cards come and go
  const open = state.seats.filter((seat) => wanted && seat.open && !seat.out);
  const sure = open.filter((seat) => !isShort(state, seat));
  const alone = sure.length > 1 ? open.filter((seat) => !sure.includes(seat)) : open;
  return [
    isOpen(context) && whosePanel(context),
    state.seats.filter((seat) => seat.seen).map((seat) => differs(context, seat)),
    sure.length > 1 && allPanel(context, sure),
    alone.map((seat) => wholePanel(context, seat)),
  ];
}

function differs(context, seat) {
  const { store, state } = context;
  return differing({
    ...context,
    portraits: (cards) => portraits(state, { cards, unread: 0 }),
    other: button("pen", t("Enter it"), () => enter(store, seat), { class: "small" }),
  }, seat);
}

/** Whether a line can't be whole: a card of it is unread, or it isn't one as dealt. */
function isShort(state, { line, unread }) {
  return unread > 0 || (state.phase === "lines" && line.penguins !== state.deck.lined);
}

/** The question whether all lines are whole, with one answer. */
function allPanel({ tap, looksOn }, seats) {
  const names = seats.map((seat) => seat.name).join(", ");
  const close = async () => {
    for (const seat of seats)
      if (!(await tap("line.close", { seat: seat.id }, { version: seat.line_version }))) return;
  };
  return h("section", { key: "whole-all", class: "panel stack" },
    h("h2", {}, t("Are these whole lines, as shown? {names}", { names })),
    !looksOn && button("tick", t("Yes, all of them"), close, { class: "primary" }),
    quiet(t("If a card is missing, tap that line.")));
}

/** Whose line is which; with a line of every clan one answer is enough, for they lie clockwise. */
function whosePanel(context) {
  const { store, state, tap, say, undoButton, looksOn } = context;
  const { photo, found, unsure } = state.several;
  const living = state.seats.filter((seat) => !seat.out);
  if (found.length !== living.length || found.some((line) => line.seat))
    return matchPanel(context, {
      kind: "line.give",
      title: (n) =>
        tn("The photo shows {n} line. Whose is it?", "The photo shows {n} lines. Whose is each?", n),
      name: (number) => t("Line {number}", { number }),
      whose: (number) => t("Whose is line {number}?", { number }),
      given: (number, name) => t("Line {number}: {name}.", { number, name }),
      more: said(unsure),
    });
  const me = living.find((seat) => seat.id === state.you) ?? living[0];
  const give = async (number) => {
    if (await tap("line.give", { photo, number, seat: me.id, all: true }))
      say(t("All lines are matched."), "done", undoButton());
  };
  return h("section", { key: `whose-${photo}`, class: "panel stack" },
    h("h2", {},
      me.id === state.you
        ? t("Which line is yours?")
        : t("Which line is {name}’s?", { name: me.name })),
    quiet(t("The others follow clockwise.")),
    !looksOn && h("div", { class: "stack" },
      found.map((line, index) => h("button",
        { key: index, class: "whose-choice", onclick: () => give(index + 1) },
        h("span", { class: "line-cards" }, portraits(state, line)),
        h("strong", { class: "score-figure" }, sumOf({ ...line, open: !line.whole }))))),
    said(unsure),
    !looksOn && [
      photoLink(context, photo),
      button("close", t("Not ours"), () => store.show({ passedBy: photo }), { class: "small" }),
    ]);
}

/** The sum of a line, "54+" while there may be more of it. */
const sumOf = ({ sum, open }) => (open ? `${sum}+` : `${sum}`);

/** The photo of all lines, at any time, by any phone or the host, with `more` beside it. */
export function photoPanel(context, more = null) {
  const { store, state, say, undoButton, looksOn } = context;
  const seat = mySeat(state) ?? state.seats[0];
  const after = () => {
    // else the question whose each is says that it was read
    if (!isOpen({ store, state: store.state }))
      say(t("The lines are up to date."), "done", undoButton(["lines.read"]));
  };
  return h("section", { key: "photo", class: "photo-row" },
    readingPanel(store, seat),
    !looksOn && photoButton({ ...context, after }, seat, t("Photograph all lines"), ""),
    more);
}

/** The sheet with a card, large, and its text. */
export function textSheet({ store, state, closeSheet }) {
  const { id, name, text } = cardOf(state, store.ui.textOf);
  return sheet({ name: "text", title: name, onclose: closeSheet },
    h("div", { class: "card-text" }, card(state, id), h("p", {}, text)));
}

/** The question whether what was read of a line is all of it. */
function wholePanel({ store, state, tap, looksOn }, seat) {
  const { penguins: n, sum } = seat.line;
  const { unread } = seat;
  return h("section", { key: `whole-${seat.id}`, class: "panel stack" },
    h("p", { class: "whose-line" }, disc(seat, "small"), seat.name),
    h("h2", {},
      unread
        ? tn("{n} card of this line can’t be read.", "{n} cards of this line can’t be read.", unread)
        : tn("I see {n} card, sum {sum}. Is that the whole line?",
            "I see {n} cards, sum {sum}. Is that the whole line?", n, { sum })),
    !looksOn && [
      !isShort(state, seat) &&
        button("tick", t("Yes, that’s all"),
          () => tap("line.close", { seat: seat.id }, { version: seat.line_version })),
      button("plus", unread ? t("Enter it") : t("Another card here"), () => enter(store, seat)),
    ]);
}

function mine(context, me) {
  return h("section", { key: "mine", class: "panel shoot" },
    readingPanel(context.store, me),
    photoButton(context, me, t("Photograph my line")),
    button("pen", t("Enter my cards"), () => enter(context.store, me)));
}

function begin(context, open) {
  const ready = !open.length && !isOpen(context); // else a question comes first
  return h("div", { key: "begin", class: "big-act" },
    button("play", t("Who starts?"),
      () => context.tap("turns.begin"), { class: ready ? "primary" : "" }),
    quiet(
      open.length
        ? t("Still missing: {names}.", { names: open.join(", ") })
        : t("All lines are in."),
    ));
}

/** Whether the lines are shown, each with a tap to correct it. */
export function areShown(state) {
  return !["lobby", "over"].includes(state.phase) || isCounted(state);
}

/** Whether the last round is over, so that the lines no longer change. */
function isCounted(state) {
  return state.left?.length === 0;
}

/** The clans that are `wanted`, ranked at the end, with their lines where these are shown. */
export function lineList(context, wanted = (_seat) => true) {
  const { state } = context;
  const seats = state.ranking ? state.ranking.map((row) => seatOf(state, row.seat)) : state.seats;
  return h("ul", { key: "lines", class: "score-list" },
    seats.filter(wanted).map((seat) => (areShown(state) ? lineRow(context, seat) : clanRow(state, seat))));
}

function lineRow(context, seat) {
  const { store, state, looksOn } = context;
  const burning = smoke(context, seat);
  const now = state.active === seat.id && !seat.out;
  return h("li", { key: seat.id, class: now ? "line-row is-now" : "line-row" },
    h("button",
      { class: seat.out ? "score-row is-out" : "score-row", disabled: seat.out, "data-face": true,
        onclick: () => enter(store, seat) },
      face(state, seat),
      seat.line && !seat.out &&
        h("span", { class: "score-figure" }, sumOf({ ...seat.line, open: seat.open })),
      !seat.out && !looksOn && h("span", { class: "quiet" }, icon("pen"))),
    (burning.length > 0 || (!seat.out && (seat.cards?.length > 0 || seat.unread > 0))) &&
      h("div", { class: "line-cards" },
        !seat.out &&
          portraits(state, seat, (kind, image, index) => lineCard(context, seat, kind, image, index)),
        burning));
}

/** A card of a line: a tap chooses it where that is asked on this phone, else it shows its text. */
function lineCard(context, seat, { number, name, value }, image, index) {
  const { store } = context;
  const take = taking(context, seat, number);
  const read = () => store.show({ sheet: "text", textOf: number });
  const mine = take && isMine(context);
  const words = mine
    ? t("{name}, {value}: this one", { name, value })
    : t("{name}, {value}: read the card", { name, value });
  return h("button",
    { key: index, class: take ? "bare portrait-button is-victim" : "bare portrait-button", "data-face": true,
      "aria-label": words, onclick: mine ? take : read },
    image);
}

function clanRow(state, seat) {
  return h("li", { key: seat.id, class: seat.out ? "seat-row is-out" : "seat-row" },
    face(state, seat));
}

function face(state, seat) {
  const words = describe(state, seat);
  // in between, cards come and go
  const surplus =
    state.phase === "lines" || state.asked || isCounted(state) ? seat.surplus : [];
  return [
    disc(seat),
    h("span", { class: "seat-name" },
      seat.out ? h("s", {}, seat.name) : seat.name,
      words && h("small", {}, words),
      typedNote(seat),
      surplus.map((text) => h("small", { key: text, class: "surplus" }, text))),
  ];
}

function describe(state, seat) {
  if (seat.out) return t("extinct");
  if (!areShown(state)) return state.ranking ? t("last clan") : "";
  if (!seat.line) return t("line not entered yet");
  const { penguins: count, highest } = seat.line;
  const line = count
    ? tn("{n} penguin, highest {highest}", "{n} penguins, highest {highest}",
        count, { highest })
    : t("no penguins");
  return line;
}

/** Whether nobody won, because the last clans went out together (combust R6). */
function isDraw(state) {
  return state.seats.every((seat) => seat.out);
}

export function headline(state) {
  if (isDraw(state)) return t("It's a draw: no clan is left");
  return winnersHead(state, t("Your clan wins!"), (name) =>
    t("{name}\u2019s clan wins!", { name }),
  );
}

/** The podium; without a cup where nobody won. */
export function standing(state) {
  return podium(state, { cups: !isDraw(state) });
}

export function over(context) {
  const { state } = context;
  return [sceneHead(headline(state)), standing(state), lineList(context)];
}
