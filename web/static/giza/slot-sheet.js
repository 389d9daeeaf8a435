// The correction of one slot: the penguin (by number, colour or weight), its side, its tokens.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { button, quiet, roundButton, said } from "../js/parts.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { formatCell, parsePyramid, penguinOf, slotName } from "./cards.js";
import { badges, describe, strengthOf } from "./pyramid-view.js";

export function slotSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const { seat: id, slot, sent } = store.ui.editing;
  const seat = seatOf(state, id);
  const cell = sent ?? parsePyramid(seat.pyramid)[slot[0]][slot[1]];
  const put = async (change) => {
    store.show({ editing: { seat: id, slot, sent: change } }); // a second tap goes on from here
    const counted = await tap("pyramid.fix", {
      seat: id,
      slot,
      placed: change ? formatCell(change) : "",
    });
    if (store.ui.editing.sent !== change) return;
    store.show({ editing: { seat: id, slot } });
    if (!counted && store.ui.sheet === "slot") closeSheet(); // it covers the reason
  };
  const pick = (number) => (
    put({ number, grey: cell?.grey ?? false, tokens: cell?.tokens ?? 0 }),
    closeSheet()
  );
  return sheet({ name: "slot", title: slotName(slot), onclose: closeSheet, wide: true },
    said(here(seat, slot)),
    cell
      ? [
          h("div", { key: "current", class: "current" },
            currentCard(state, cell),
            currentControls(state, cell, put, closeSheet)),
          seat.score?.unsure.some((one) => one.slot?.join() === slot.join()) &&
            button("tick", t("It’s as shown"), () => (put(cell), closeSheet())),
        ]
      : null,
    finder(store, state, cell ? t("Change penguin") : t("Which penguin is here?")),
    filters(store, state),
    penguinGrid(state, store.ui.filter ?? {}, cell, pick));
}

function here({ score }, slot) {
  return score
    ? [...score.violations, ...score.unsure].filter((one) => one.slot?.join() === slot.join())
    : [];
}

function currentCard(state, cell) {
  const penguin = penguinOf(state, cell.number);
  return h("div", { class: "current-card" },
    card(state, penguin.id, { face: cell.grey ? "back" : "front", alt: describe(state, cell) }),
    badges(strengthOf(penguin, cell), cell.tokens));
}

function currentControls(state, cell, put, closeSheet) {
  return h("div", { class: "stack" },
    button("redo", cell.grey ? t("Flip to colour") : t("Flip to grey"),
      () => put({ ...cell, grey: !cell.grey })),
    h("div", { class: "stepper", role: "group", "aria-label": t("Tokens"), "data-quick": true },
      roundButton("minus", t("Remove a token"),
        () => put({ ...cell, tokens: cell.tokens - 1 }), { disabled: cell.tokens === 0 }),
      h("span", {}, tn("{n} token", "{n} tokens", cell.tokens)),
      roundButton("plus", t("Add a token"), () => put({ ...cell, tokens: cell.tokens + 1 }))),
    button("close", t("Remove this penguin"),
      () => (put(null), closeSheet()), { class: "danger" }));
}

function filters(store, state) {
  const filter = store.ui.filter ?? {};
  const set = (name, value) =>
    store.show({ filter: { ...filter, [name]: filter[name] === value ? undefined : value } });
  const weights = [...new Set(state.deck.penguins.map((penguin) => penguin.weight))].sort(
    (a, b) => a - b,
  );
  return h("div", { class: "stack" },
    h("div", { class: "chips even", role: "group", "aria-label": t("Colour") },
      state.deck.colours.map((colour) => h("button",
        { key: colour.id, class: "chip tall", "aria-pressed": String(filter.colour === colour.id),
          onclick: () => set("colour", colour.id) },
        disc(colour, "small"),
        colour.name))),
    h("div", { class: "chips even", role: "group", "aria-label": t("Weight") },
      weights.map((weight) =>
        button("weight", String(weight),
          () => set("weight", weight),
          {
            key: weight,
            class: "chip tall",
            "aria-pressed": String(filter.weight === weight),
            "aria-label": t("weight {n}", { n: weight }),
          }),
      )));
}

function finder(store, state, title) {
  const filter = store.ui.filter ?? {};
  return h("div", { class: "finder" },
    h("h3", {}, title),
    h("label", {},
      t("Card number"),
      h("input",
        { type: "text", inputmode: "numeric", maxlength: 2, autocomplete: "off",
          value: filter.text ?? "",
          oninput: (event) => store.show({ filter: { ...filter, text: event.target.value } }) })));
}

function penguinGrid(state, filter, cell, pick) {
  const found = state.deck.penguins.filter(
    (penguin) =>
      (!filter.colour || penguin.colour === filter.colour) &&
      (filter.weight === undefined || penguin.weight === filter.weight) &&
      (!filter.text?.trim() ||
        String(penguin.number).padStart(2, "0").includes(filter.text.trim())),
  );
  if (!found.length) return quiet(t("No penguins match. Clear a filter."));
  return h("div", { class: "penguin-grid" },
    found.map((penguin) => h("button",
      { key: penguin.id, class: "pick bare", "aria-pressed": String(cell?.number === penguin.number),
        onclick: () => pick(penguin.number),
        "aria-label": describe(state, { number: penguin.number, grey: false, tokens: 0 }) },
      card(state, penguin.id, { lazy: true }),
      badges(penguin.arms[0] + penguin.arms[1]))));
}
