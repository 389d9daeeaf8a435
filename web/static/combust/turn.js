// A turn: the cards being played, one ability at a time, and what may happen meanwhile.

import { card } from "../js/art.js";
import { askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, quiet, sceneHead } from "../js/parts.js";
import { asleep, mySeat, seatOf, whoIsNext } from "../js/seats.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { cardOf, carryOut, clanChips, player } from "./cards.js";
import { follow, followSwitch, isChoosing } from "./follow.js";
import { areShown, lineList, photoPanel, questions } from "./lines.js";

export function turn(context) {
  const { store, state } = context;
  const active = seatOf(state, state.active);
  const { you } = state;
  const mine = active.id === you;
  const chooses = isChoosing(context);
  const seats = new Set(chooses ? state.asked.cards.map(([id]) => id) : []);
  return [
    !chooses && sceneHead(mine ? t("Your turn") : t("{name}\u2019s turn", { name: active.name }),
      quiet(after(state))),
    hint(store, "combust-turn",
      t("An event takes effect at once: play it, then draw again. A penguin added to a line has no effect.")),
    questions(context),
    turnOf(context, active, mine),
    // a host's screen shows them beside it
    you && state.asked && lineList(context, (seat) => !seats.size || seats.has(seat.id)),
    besides(context),
    photoPanel(context),
    !state.asked && quiet(t("Lines as they were last read or entered.")),
    you && !state.asked && lineList(context),
    you && followSwitch(context),
  ];
}

function turnOf(context, active, mine) {
  const { state } = context;
  if (state.asked) return follow(context);
  return state.chain.length ? chain(context) : free(context, active, mine);
}

function after(state) {
  if (state.phase === "last")
    return t("Last round: discard your card, add it to your line, or pass.");
  const next = state.next && seatOf(state, state.next).name;
  if (!state.deck_empty) return next ? t("Then {name}.", { name: next }) : "";
  return next ? t("The deck is empty. Then {name}.", { name: next }) : t("The deck is empty.");
}

function free(context, active, mine) {
  const { store, state, tap, say, undoButton } = context;
  const done = async () => {
    const next = seatOf(state, state.next);
    if (await tap("turn.done", {}, { turn: state.turn }))
      say(whoIsNext(next), "done", undoButton());
  };
  return h("section",
    { key: "free", class: mine ? "panel turn-panel is-mine" : "panel turn-panel" },
    h("div", { class: "stack" },
      mine &&
        !active.out &&
        !state.deck_empty &&
        h("p", {},
          t("Draw a card. Then discard a penguin for its ability, or add one to your line.")),
      own(state, active,
        button("play", t("Play a card"),
          () => carryOut(store, state, active.id), { class: mine ? "primary" : "" }),
        button("tick", mine ? t("End turn") : t("End {name}\u2019s turn", { name: active.name }),
          done),
        !state.you && followSwitch(context))));
}

/** What a clan does in its turn; on other screens folded away. */
function own({ you, turn: now }, seat, ...controls) {
  return seat.id === you ? controls : asleep(seat, now, ...controls);
}

/** The innermost card with the abilities left on it, and the cards that wait. */
function chain(context) {
  const { store, state, tap } = context;
  const link = state.chain.at(-1);
  const kind = cardOf(state, link.card);
  const expects = { turn: state.turn, chain: state.chain.length, done: link.done };
  return h("section", { key: `chain-${state.chain.length}`, class: "panel chain" },
    card(state, kind.id, { alt: `${kind.name}: ${kind.text}`, extra: "chain-card" }),
    h("div", { class: "chain-words" },
      h("h2", {},
        link.seat === state.active ? kind.name : `${seatOf(state, link.seat).name}: ${kind.name}`),
      h("ol", { class: "verbs" },
        kind.verbs.map((text, index) => h("li",
          { key: index, class: index < link.done ? "is-done" : index === link.done ? "is-now" : "" },
          text))),
      state.chain.length > 1 &&
        quiet(t("Then, in this order: {cards}.", { cards: waiting(state) })),
      own(state, seatOf(state, link.seat),
        button("tick", t("Done"),
          () => tap("verb.done", {}, expects), { key: `done-${link.done}`, class: link.seat === state.you ? "primary" : "" }),
        button("play", t("I drew another card"),
          () => carryOut(store, state, link.seat)))));
}

/** The names of the cards that wait, next one first. */
function waiting(state) {
  return state.chain
    .slice(0, -1)
    .reverse()
    .map((one) => cardOf(state, one.card).name)
    .join(", ");
}

/** Buttons for what may happen at any time, such as an extinct clan's last card (combust R6). */
function besides(context) {
  const { store, state, tap } = context;
  const me = mySeat(state);
  return h("div", { key: "besides", class: "row besides" },
    me &&
      !state.asked &&
      !me.out &&
      me.id !== player(state) &&
      button("play", t("Play my last card"),
        () => carryOut(store, state, me.id), { class: "small" }),
    button("flame", t("A clan is extinct"),
      () => store.show({ sheet: "out", dying: [] }), { class: "small" }),
    state.phase === "turns" &&
      !state.deck_empty &&
      (state.asked
        ? button("stop", t("The deck is empty"),
            () => store.show({ sheet: "deck" }), { class: "small" })
        : askingButton(context, "stop", t("The deck is empty"),
            t("The last round starts after this turn."),
            () => tap("deck.empty"), { class: "small" })));
}

/** The sheet to report extinct clans; all that go at once share a place (combust R6). */
export function outSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const dying = store.ui.dying ?? [];
  const names = dying.map((id) => seatOf(state, id).name).join(", ");
  const words = names
    ? tn("{names} is extinct", "{names} are extinct", dying.length, { names })
    : t("A clan is extinct");
  const toggle = (id) =>
    store.show({ dying: dying.includes(id) ? dying.filter((one) => one !== id) : [...dying, id] });
  const save = () => {
    closeSheet();
    tap("clan.out", { seats: dying });
  };
  return sheet({ name: "out", title: t("Which clan is extinct?"), onclose: closeSheet },
    h("p", {},
      t("A clan without penguins and cards is out. Tap all that go out now; they share a place.")),
    clanChips(state, (seat) => dying.includes(seat.id), (seat) => toggle(seat.id)),
    sheetFoot(button("flame", words, save, { class: "primary", disabled: !dying.length })));
}

export function tableTab(context) {
  return [
    h("h1", { key: "head" }, t("All clans")),
    areShown(context.state) && hint(context.store, "combust-table", t("Tap a line to correct it.")),
    lineList(context),
  ];
}
