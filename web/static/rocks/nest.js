// A nest as on the board: six outer spaces round the centre, with buttons to add or remove rocks;
// and the end of the game.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button, sceneHead } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";

const MOST = 2; // rocks on a space, the second one only in a complete nest (rocks R9)
const ROUND = 38; // from the centre to the outer spaces, per cent of the nest's width

/** The nest of a seat, with a button for each outer space. */
export function nest(context, seat) {
  return h("div",
    { key: `nest-${seat.id}`, class: "nest", vars: { seat: seat.ink }, role: "group",
      "aria-label": t("{name}’s nest: {n} of {all} spaces have a rock",
        { name: seat.name, n: laidIn(seat), all: seat.rocks.length }) },
    h("span", { class: "nest-centre", "aria-hidden": "true" },
      icon(seat.symbol),
      seat.complete && icon("tick", "done")),
    seat.rocks.map((count, space) => spaceButton(context, seat, count, space)));
}

function place(seat, space) {
  const angle = ((space - 0.5) * 2 * Math.PI) / seat.rocks.length;
  return { left: `${50 + ROUND * Math.sin(angle)}%`, top: `${50 - ROUND * Math.cos(angle)}%` };
}

function spaceButton(context, seat, count, space) {
  const where = { space: space + 1, name: seat.name };
  const words = count
    ? tn("{name}’s space {space}: {n} rock", "{name}’s space {space}: {n} rocks", count, where)
    : t("{name}’s space {space}: no rocks", where);
  const act = () =>
    count
      ? context.store.show({ sheet: "space", space, spaceOf: seat.id })
      : lay(context, seat, space);
  return h("button",
    { key: space, class: "nest-space", vars: place(seat, space), "aria-label": words, onclick: act },
    pile(count));
}

function pile(count) {
  if (!count) return h("span", { class: "no-rock" }, icon("plus"));
  return Array.from({ length: count }, () => icon("rock", "a-rock"));
}

async function lay({ tap, say, undoButton, closeSheet, store }, seat, space) {
  if (store.ui.sheet === "space") closeSheet();
  if (await tap("rock.drop", { seat: seat.id, space })) say(t("Rock added."), "done", undoButton());
}

/** The sheet for a space with a rock. */
export function spaceSheet(context) {
  const { store, state, tap, say, closeSheet, undoButton } = context;
  const { space, spaceOf } = store.ui;
  const seat = state.seats.find((one) => one.id === spaceOf);
  const take = async () => {
    closeSheet();
    if (await tap("rock.take", { seat: seat.id, space }))
      say(t("Rock removed."), "done", undoButton());
  };
  return sheet({
    name: "space",
    title: t("{name}’s nest", { name: seat.name }),
    onclose: closeSheet,
  },
    h("div", { class: "stack" },
      seat.complete &&
        seat.rocks[space] < MOST &&
        button("plus", t("Add a second rock"),
          () => lay(context, seat, space), { class: "primary" }),
      button("minus", t("Remove a rock"), take)));
}

export function headline(state) {
  if (!state.winner) return t("Nobody finished a nest");
  const { name } = seatOf(state, state.winner);
  const mine = state.winner === state.you;
  if (state.seats.filter((seat) => seat.built).length > 1)
    return mine ? t("You finished your nest last and win!") : t("{name} finished last and wins!", { name });
  return mine ? t("Your nest is finished!") : t("{name}’s nest is finished!", { name });
}

export function over(context) {
  const { state } = context;
  return [sceneHead(headline(state)), podium(state), figures(), standings(state)];
}

/** The caption of the figures on the podium. */
export function figures() {
  return h("p", { key: "what", class: "quiet figures" }, icon("rock"), t("Rocks in the nest"));
}

/** All nests side by side, to correct them. */
export function allNests(context) {
  return h("ul", { key: "nests", class: "nests" },
    context.state.seats.map((seat) => h("li", { key: seat.id },
      h("span", { class: "nest-name clip" }, seat.name),
      nest(context, seat))));
}

/** All nests in a line each: whose roll it is, how many spaces have a rock, who is done. */
export function standings(state) {
  return h("ul", { key: "nests", class: "nests nest-lines" },
    state.seats.map((seat) => h("li",
      { key: seat.id, class: seat.id === state.active ? "is-active" : "" },
      disc(seat, "small"),
      h("span", { class: "nest-name clip" },
        seat.name,
        (seat.built || seat.complete) &&
          h("small", {}, " ", seat.built ? t("finished") : t("complete"))),
      h("span",
        { class: "nest-dots", role: "img",
          "aria-label": t("{n} of {all}", { n: laidIn(seat), all: seat.rocks.length }) },
        seat.rocks.map((count) => icon("rock", count ? "a-rock" : "a-rock is-missing"))))));
}

function laidIn(seat) {
  return seat.rocks.filter(Boolean).length;
}
