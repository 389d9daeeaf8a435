// The lines of the clans, by photo or card by card, and the end of the game.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, quiet, said, sceneHead } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { podium, winnersHead } from "../js/podium.js";
import { disc, mySeat, seatOf, typedNote } from "../js/seats.js";
import { isOpen, matchPanel } from "../js/several.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { penguins } from "./cards.js";

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
    isOpen(context) && severalPanel(context),
    state.seats.filter((seat) => seat.open).map((seat) => wholePanel(context, seat)),
    me && !me.out && !me.line && mine(context, me),
    lineList(context),
    !counting && begin(context, open),
  ];
}

/** Whether a clan's line is still to be entered, or somebody has to say whether it is whole. */
export function isWanted(seat) {
  return (!seat.line || seat.open) && !seat.out;
}

/** Whose lines a photo shows, and what it doesn't show. */
function severalPanel(context) {
  return matchPanel(context, {
    kind: "line.give",
    title: (n) =>
      tn("The photo shows {n} line. Whose is it?", "The photo shows {n} lines. Whose is each?", n),
    name: (number) => t("Line {number}", { number }),
    whose: (number) => t("Whose is line {number}?", { number }),
    given: (number, name) => t("Line {number}: {name}.", { number, name }),
    more: said(context.state.several.unsure),
  });
}

/** The question whether what was read of a line is all of it. */
function wholePanel({ store, state, tap, looksOn }, seat) {
  const { penguins: n, sum } = seat.line;
  const few = state.phase === "lines" && n !== state.deck.lined; // an opening line is never so
  return h("section", { key: `whole-${seat.id}`, class: "panel stack" },
    h("p", { class: "whose-line" }, disc(seat, "small"), seat.name),
    h("h2", {},
      tn("I see {n} card, sum {sum}. Is that the whole line?",
        "I see {n} cards, sum {sum}. Is that the whole line?", n, { sum })),
    !looksOn && [
      !few &&
        button("tick", t("Yes, that’s all"),
          () => tap("line.close", { seat: seat.id }, { version: seat.line_version })),
      button("plus", t("Another card here"), () => enter(store, seat)),
    ]);
}

function mine(context, me) {
  return h("section", { key: "mine", class: "panel shoot" },
    readingPanel(context.store, me),
    photoButton(context, me, t("Photograph my line")),
    button("pen", t("Enter my cards"), () => enter(context.store, me)));
}

function begin({ tap }, open) {
  return h("div", { key: "begin", class: "big-act" },
    button("play", t("Who starts?"),
      () => tap("turns.begin"), { class: open.length ? "" : "primary" }),
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

/** All clans, ranked at the end, with their lines where these are shown. */
export function lineList(context) {
  const { state } = context;
  const seats = state.ranking ? state.ranking.map((row) => seatOf(state, row.seat)) : state.seats;
  return h("ul", { key: "lines", class: "score-list" },
    seats.map((seat) => (areShown(state) ? lineRow(context, seat) : clanRow(state, seat))));
}

function lineRow({ store, state, looksOn }, seat) {
  return h("li", { key: seat.id },
    h("button",
      { class: seat.out ? "score-row is-out" : "score-row", disabled: seat.out, "data-face": true,
        onclick: () => enter(store, seat) },
      face(state, seat),
      seat.line &&
        h("span", { class: "score-figure" }, seat.open ? `${seat.line.sum}+` : `${seat.line.sum}`),
      !seat.out && !looksOn && h("span", { class: "quiet" }, icon("pen"))));
}

function clanRow(state, seat) {
  return h("li", { key: seat.id, class: seat.out ? "seat-row is-out" : "seat-row" },
    face(state, seat));
}

function face(state, seat) {
  const words = describe(state, seat);
  // in between, cards come and go
  const surplus = state.phase === "lines" || isCounted(state) ? seat.surplus : [];
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
  return ["turns", "last"].includes(state.phase) ? t("{line} (at the last count)", { line }) : line;
}

function enter(store, seat) {
  store.show({
    sheet: "line",
    lineOf: seat.id,
    lineVersion: seat.line_version,
    picked: seat.cards ?? [],
  });
}

/** The sheet to enter a line: a tap on a value adds a card, a tap on a card removes it. */
export function lineSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const { lineOf, lineVersion, picked } = store.ui;
  const seat = seatOf(state, lineOf);
  const sum = picked.reduce((total, value) => total + value, 0);
  const wanted = state.phase === "lines" ? state.deck.lined : null; // at the count, any number
  const save = async () => {
    const payload = {
      seat: seat.id,
      sum,
      penguins: picked.length,
      highest: Math.max(0, ...picked),
      cards: picked,
    };
    closeSheet();
    await tap("line.type", payload, { version: lineVersion });
  };
  return sheet({
    name: "line",
    title: t("{name}\u2019s line", { name: seat.name }),
    onclose: closeSheet,
    wide: true,
  },
    h("div", { class: "line-picked", role: "group", "aria-label": t("Cards in the line") },
      picked.map((value, index) => chosen(store, picked, value, index)),
      quiet(picked.length ? t("Tap a card to remove it.") : t("No penguins yet."))),
    h("p", { class: "line-sum", role: "status" },
      wanted && h("span", {}, t("{n} of {all}", { n: picked.length, all: wanted })),
      h("span", {}, t("Sum {sum}", { sum: h("strong", {}, String(sum)) }))),
    h("div", { class: "value-grid", role: "group", "aria-label": t("Add a penguin") },
      penguins(state).map((kind) => value(store, picked, kind, picked.length === wanted))),
    sheetFoot(
      photoLink(context, seat.photo),
      button("tick", t("Save line"),
        save, { class: "primary", disabled: wanted !== null && picked.length !== wanted })));
}

function chosen(store, picked, value, index) {
  const rest = picked.filter((_, at) => at !== index);
  return h("button",
    { key: index, class: "value chosen", "aria-label": t("Remove the {value}", { value }),
      onclick: () => store.show({ picked: rest }) },
    String(value));
}

function value(store, picked, kind, full) {
  const used = picked.filter((one) => one === kind.value).length;
  return h("button",
    { key: kind.value, class: "value", disabled: full || used >= kind.copies,
      "aria-label": `${kind.value}, ${kind.name}`,
      onclick: () => store.show({ picked: [...picked, kind.value].sort((a, b) => a - b) }) },
    String(kind.value));
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
