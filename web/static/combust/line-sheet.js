// The cards of a line on the screen, and the sheet to enter them.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { button, quiet } from "../js/parts.js";
import { photoLink } from "../js/photos.js";
import { seatOf } from "../js/seats.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t } from "../js/words.js";
import { cardOf, penguins } from "./cards.js";

/** The cards of a line, cut from the print; for each that couldn't be read a question mark. */
export function portraits(state, { cards, unread }, wrap = null) {
  return [
    (cards ?? []).map((number, index) => {
      const kind = cardOf(state, number);
      const alt = `${kind.name}, ${kind.value}`;
      const image = card(state, kind.id, { alt, extra: "portrait", key: index });
      return wrap ? wrap(kind, image, index) : image;
    }),
    Array.from({ length: unread }, (_, index) =>
      h("span", { key: `unread-${index}`, class: "portrait is-unread", role: "img",
        "aria-label": t("a card that can’t be read") }, "?")),
  ];
}

/** Open the sheet to enter a line. */
export function enter(store, seat) {
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
  const { title = t("{name}\u2019s line", { name: seat.name }) } = context;
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
  return sheet({ name: "line", title, onclose: closeSheet, wide: true },
    h("div", { class: "line-picked value-grid", role: "group", "aria-label": t("Cards in the line") },
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
