// A turn: the cards that are being carried out, verb by verb, and what may happen besides.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { cardOf } from "./cards.js";
import { lineList } from "./lines.js";

export function turn(context) {
  const { store, state } = context;
  const active = seatOf(state, state.active);
  const mine = active.id === state.you;
  return [
    h(
      "header",
      { key: "head", class: "scene-head" },
      h("h1", {}, mine ? "Your turn" : `${active.name}\u2019s turn`),
      h("p", { class: "quiet" }, after(state)),
    ),
    hint(
      store,
      "combust-turn",
      "Draw a card. An event counts at once, then draw again. Then discard a penguin for its ability, or put one into your line without it.",
    ),
    state.chain.length ? chain(context) : free(context, active, mine),
    besides(context),
  ];
}

function after(state) {
  if (state.phase === "last") return "The last round: play or discard one card from the hand, or pass.";
  const end = state.deck_empty ? "The deck is empty. " : "";
  return state.next ? `${end}Then ${seatOf(state, state.next).name}.` : end;
}

function free(context, active, mine) {
  const { store, state, tap, say, undoButton } = context;
  const done = async () => {
    if (await tap("turn.done", {}, { turn: state.turn })) say("Done. Next one, please.", "done", undoButton());
  };
  return h(
    "section",
    { key: "free", class: mine ? "panel turn-panel is-mine" : "panel turn-panel" },
    h(
      "div",
      { class: "stack" },
      h(
        "button",
        { class: mine ? "primary" : "", onclick: () => store.show({ sheet: "card", playing: active.id }) },
        icon("play"),
        "A card is carried out",
      ),
      h("button", { onclick: done }, icon("tick"), mine ? "My turn is over" : `${active.name}\u2019s turn is over`),
    ),
  );
}

/** The innermost card with what is left of it; the ones round it wait. */
function chain(context) {
  const { store, state, tap } = context;
  const link = state.chain.at(-1);
  const kind = cardOf(state, link.card);
  const expects = { turn: state.turn, chain: state.chain.length, done: link.done };
  return h(
    "section",
    { key: `chain-${state.chain.length}`, class: "panel chain" },
    card(state, kind.id, { alt: `${kind.name}: ${kind.text}`, extra: "chain-card" }),
    h(
      "div",
      { class: "chain-words" },
      h("h2", {}, kind.name),
      h(
        "ol",
        { class: "verbs" },
        kind.verbs.map((text, index) =>
          h("li", { key: index, class: index < link.done ? "is-done" : index === link.done ? "is-now" : "" }, text),
        ),
      ),
      state.chain.length > 1 &&
        h("p", { class: "quiet" }, `Then on with ${state.chain.slice(0, -1).reverse().map((one) => cardOf(state, one.card).name).join(", then ")}.`),
      h("button", { class: "primary", onclick: () => tap("verb.done", {}, expects) }, icon("tick"), "Done"),
      h(
        "button",
        { onclick: () => store.show({ sheet: "card", playing: state.active }) },
        icon("play"),
        "It brings another card",
      ),
    ),
  );
}

/** What may happen at any moment of a turn. */
function besides({ store, state, tap }) {
  return h(
    "div",
    { key: "besides", class: "row besides" },
    h("button", { class: "small", onclick: () => store.show({ sheet: "out", dying: [] }) }, icon("flame"), "A clan is extinct"),
    state.phase === "turns" &&
      !state.deck_empty &&
      h("button", { class: "small", onclick: () => tap("deck.empty") }, icon("stop"), "The deck is empty"),
  );
}

/** Who has no penguin on the line and no card in hand; all who go at once go together (combust R6). */
export function outSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const dying = store.ui.dying ?? [];
  const toggle = (id) => store.show({ dying: dying.includes(id) ? dying.filter((one) => one !== id) : [...dying, id] });
  const save = () => {
    closeSheet();
    tap("clan.out", { seats: dying });
  };
  return sheet(
    { name: "out", title: "Who is extinct?", onclose: closeSheet },
    h("p", {}, "No penguin on the line and no card in hand. Those who go out together are equal."),
    h(
      "div",
      { class: "chips", role: "group", "aria-label": "Clans" },
      state.seats
        .filter((seat) => !seat.out)
        .map((seat) =>
          h(
            "button",
            {
              key: seat.id,
              class: "chip",
              "aria-pressed": String(dying.includes(seat.id)),
              onclick: () => toggle(seat.id),
            },
            disc(seat, "small"),
            h("span", { class: "clip" }, seat.name),
          ),
        ),
    ),
    h(
      "div",
      { class: "sheet-foot" },
      h("button", { class: "primary", disabled: !dying.length, onclick: save }, icon("flame"), "Extinct"),
    ),
  );
}

export function tableTab(context) {
  return [
    h("h1", { key: "head" }, "All clans"),
    hint(context.store, "combust-table", "Tap a line to set it right."),
    lineList(context),
  ];
}
