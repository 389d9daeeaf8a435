// A nest as on the board: six outer spaces round the centre, each a button that lays a rock down or takes one up.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button } from "../js/parts.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";

const MOST = 2; // rocks on a space, and the second one only once the nest is complete (rocks R9)
const ROUND = 38; // how far the outer spaces lie from the centre, in per cent of the nest's width

/** The nest of a seat; with `tap` its spaces can be tapped. */
export function nest(context, seat, { still = false } = {}) {
  const { store } = context;
  const laid = seat.rocks.filter(Boolean).length;
  return h("div", {
    key: `nest-${seat.id}`,
    class: still ? "nest is-still" : "nest",
    vars: { seat: seat.ink },
    role: "group",
    "aria-label": t("{name}’s nest: {n} of {all} spaces have a rock", {
      name: seat.name,
      n: laid,
      all: seat.rocks.length,
    }),
  },
    h("span", { class: "nest-centre", "aria-hidden": "true" },
      icon(seat.symbol),
      seat.complete && icon("tick", "done")),
    seat.rocks.map((count, space) =>
      still ? spot(seat, count, space) : spaceButton(store, context, seat, count, space),
    ));
}

function place(seat, space) {
  const angle = ((space - 0.5) * 2 * Math.PI) / seat.rocks.length;
  return { left: `${50 + ROUND * Math.sin(angle)}%`, top: `${50 - ROUND * Math.cos(angle)}%` };
}

function spot(seat, count, space) {
  return h("span", {
    key: space,
    class: "nest-space",
    vars: place(seat, space),
    "aria-hidden": "true",
  },
    pile(count));
}

function spaceButton(store, context, seat, count, space) {
  const where = { space: space + 1, name: seat.name };
  const words = count
    ? tn("{name}’s space {space}: {n} rock", "{name}’s space {space}: {n} rocks", count, where)
    : t("{name}’s space {space}: no rocks", where);
  const act = () =>
    count ? store.show({ sheet: "space", space, spaceOf: seat.id }) : lay(context, seat, space);
  return h("button", {
    key: space,
    class: "nest-space",
    vars: place(seat, space),
    "aria-label": words,
    onclick: act,
  },
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

/** What may be done with a space on which a rock lies. */
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
        button("plus", t("Add a second rock"), () => lay(context, seat, space), {
          class: "primary",
        }),
      button("minus", t("Remove a rock"), take)));
}
