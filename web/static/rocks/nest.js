// A nest as on the board: six outer spaces round the centre, each a button that lays a rock down or takes one up.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { sheet } from "../js/sheet.js";

const ROUND = 38; // how far the outer spaces lie from the centre, in per cent of the nest's width

/** The nest of a seat; with `tap` its spaces can be tapped. */
export function nest(context, seat, { still = false } = {}) {
  const { store } = context;
  const laid = seat.rocks.filter(Boolean).length;
  return h(
    "div",
    {
      key: `nest-${seat.id}`,
      class: still ? "nest is-still" : "nest",
      vars: { seat: seat.ink },
      role: "group",
      "aria-label": `${seat.name}\u2019s nest: ${laid} of ${seat.rocks.length} spaces have a rock`,
    },
    h("span", { class: "nest-centre", "aria-hidden": "true" }, icon(seat.symbol), seat.complete && icon("tick", "done")),
    seat.rocks.map((count, space) =>
      still ? spot(seat, count, space) : spaceButton(store, context, seat, count, space),
    ),
  );
}

function place(seat, space) {
  const angle = ((space - 0.5) * 2 * Math.PI) / seat.rocks.length;
  return { left: `${50 + ROUND * Math.sin(angle)}%`, top: `${50 - ROUND * Math.cos(angle)}%` };
}

function spot(seat, count, space) {
  return h("span", { key: space, class: "nest-space", vars: place(seat, space), "aria-hidden": "true" }, pile(count));
}

function spaceButton(store, context, seat, count, space) {
  const words = `Space ${space + 1} of ${seat.name}: ${count ? `${count} ${count === 1 ? "rock" : "rocks"}` : "no rock"}`;
  const act = () =>
    count ? store.show({ sheet: "space", space, spaceOf: seat.id }) : lay(context, seat, space);
  return h(
    "button",
    { key: space, class: "nest-space", vars: place(seat, space), "aria-label": words, onclick: act },
    pile(count),
  );
}

function pile(count) {
  if (!count) return h("span", { class: "no-rock" }, icon("plus"));
  return [icon("rock", "a-rock"), count > 1 && h("strong", { class: "rock-count" }, String(count))];
}

async function lay({ tap, say, undoButton, closeSheet, store }, seat, space) {
  if (store.ui.sheet === "space") closeSheet();
  if (await tap("rock.drop", { seat: seat.id, space })) say("A rock more.", "done", undoButton());
}

/** What may be done with a space on which a rock lies. */
export function spaceSheet(context) {
  const { store, state, tap, say, closeSheet, undoButton } = context;
  const { space, spaceOf } = store.ui;
  const seat = state.seats.find((one) => one.id === spaceOf);
  const take = async () => {
    closeSheet();
    if (await tap("rock.take", { seat: seat.id, space })) say("A rock less.", "done", undoButton());
  };
  return sheet(
    { name: "space", title: `Space ${space + 1} of ${seat.name}\u2019s nest`, onclose: closeSheet },
    h(
      "div",
      { class: "stack" },
      h("button", { class: "primary", onclick: take }, icon("minus"), "A rock is taken away"),
      h("button", { onclick: () => lay(context, seat, space) }, icon("plus"), "A second rock lies on it"),
    ),
  );
}
