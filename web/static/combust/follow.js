// A table whose every card is followed: the card that is played, and what it takes, one tap each.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { button, chip, quiet } from "../js/parts.js";
import { photoButton, readingPanel } from "../js/photos.js";
import { asleep, disc, seatOf } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t, tn } from "../js/words.js";
import { cardOf, numberPad, penguins } from "./cards.js";

const ASKS = {
  combust: (name) => t("{name}: who burns?", { name }),
  steal: (name) => t("{name}: what is stolen?", { name }),
  swap: (name) => t("{name}: what is taken?", { name }),
};
const MOVES = ["card.move", "deck.empty", "clan.out"];

/** Whether this is the phone of the seat that is asked. */
export function isMine({ state }) {
  return state.asked.seat === state.you;
}

/** Whether this phone chooses what the card takes, or whom. */
export function isChoosing(context) {
  const { asked } = context.state;
  return Boolean(asked?.text) && isMine(context);
}

/** What a tap does to the card of a line that may be taken; null for others. */
export function taking(context, seat, number) {
  const { state } = context;
  const may = state.asked?.cards.some(([id, one]) => id === seat.id && one === number);
  return may ? () => move(context, "take", seat.id, number) : null;
}

async function move({ store, state, tap }, act, seat, number = null) {
  const payload = { do: act, seat, ...(number && { card: number }) };
  store.show({ laid: null });
  await tap("card.move", payload, { stamp: state.stamp });
}

/** The switch that lets every card be followed, or no longer. */
export function followSwitch({ state, tap, looksOn }) {
  const toggle = () => tap("cards.follow", { on: !state.following });
  return !looksOn && h("section", { key: "switch", class: "panel follow-switch" },
    chip(t("Follow every card"), state.following, toggle),
    state.you && quiet(t("Each card that is played is entered; lines and sums follow.")));
}

/** What the table waits for, with the controls on the phone of whoever is asked. */
export function follow(context) {
  const { state } = context;
  const { seat, what } = state.asked;
  const controls = { draw: laying, play: laying, take: choosing, give: giving, name: naming };
  const mine = isMine(context);
  const parts = controls[what](context);
  return h("section",
    { key: "follow", class: mine ? "panel turn-panel followed is-mine" : "panel turn-panel followed" },
    last(context),
    mine
      ? parts
      : asleep(seatOf(state, seat), state.turn, parts, !state.you && followSwitch(context)));
}

/** What the newest move did, and one tap to take it back. */
function last({ state, tap }) {
  const entry = state.history.find((one) => MOVES.includes(one.kind) && !one.undone);
  if (!entry) return null;
  const own = entry.undoable && (!state.you || entry.actor === state.you);
  const undo = () => tap("undo", { target: entry.version });
  return [
    h("p", { key: "last", class: "quiet" }, entry.text),
    own && button("undo", t("Undo"), undo, { key: `undo-${entry.version}`, class: "act" }),
  ];
}

/** The card that is played: its number, then what is done with it. */
function laying(context) {
  const { store, state } = context;
  const { asked, stamp, shot } = state;
  const laid = store.ui.laid?.stamp === stamp ? store.ui.laid.number : shot;
  if (laid) return laidCard(context, cardOf(state, laid));
  const lay = ({ number }) => store.show({ laid: { stamp, number } });
  const events = asked.what === "draw" ? state.deck.cards.filter((one) => !one.value) : [];
  return [
    h("h2", { key: "ask" },
      asked.card
        ? t("{name}: draw, and play again", { name: cardOf(state, asked.card).name })
        : t("Which card is played?")),
    numberPad(penguins(state), lay),
    events.length > 0 && h("div", { key: "events", class: "chips" },
      events.map((kind) => h("button",
        { key: kind.number, class: "chip", onclick: () => lay(kind) },
        kind.name))),
    shoot(context),
    asked.may_pass &&
      button("close", t("Keep the cards"),
        () => move(context, "pass", asked.seat), { key: "pass", class: "act" }),
  ];
}

/** A photo of the card instead of its number. */
function shoot(context) {
  const seat = seatOf(context.state, context.state.asked.seat);
  return h("div", { key: "shoot", class: "photo-row" },
    readingPanel(context.store, seat),
    photoButton({ ...context, after: () => context.store.show({ laid: null }) },
      seat, t("Photograph the card"), ""));
}

function laidCard(context, { number, value, name, id, text }) {
  const { store, state } = context;
  const { seat } = state.asked;
  const again = () => store.show({ laid: { stamp: state.stamp, number: null } });
  return h("div", { key: `laid-${number}`, class: "chain" },
    card(state, id, { alt: "", extra: "chain-card" }),
    h("div", { class: "chain-words" },
      h("h2", {}, name),
      h("p", {}, text),
      button("flame", value ? t("Discard: use the ability") : t("This happens"),
        () => move(context, "discard", seat, number), { class: "primary" }),
      value > 0 && button("plus", seat === state.you ? t("Onto my line") : t("Onto the line"),
        () => move(context, "line", seat, number), { class: "act" }),
      button("close", t("Another card"), again, { class: "small" })));
}

/** A card in a line, which is tapped there; on other phones here. */
function choosing(context) {
  const { state } = context;
  const { asked } = state;
  return [
    asking(context, (name, verb) => (ASKS[verb] ?? ASKS.swap)(name)),
    !isMine(context) && h("div", { key: "cards", class: "stack" },
      asked.cards.map(([seat, number]) => h("button",
        { key: `${seat}-${number}`, class: "small",
          onclick: () => move(context, "take", seat, number) },
        `${seatOf(state, seat).name}: ${cardOf(state, number).name}, ${number}`))),
  ];
}

/** A card from the hand, by its number. */
function giving(context) {
  const { state } = context;
  const give = ({ number }) => move(context, "take", state.asked.seat, number);
  return [
    asking(context, (name) => t("{name}: which card is given for it?", { name })),
    numberPad(penguins(state), give),
  ];
}

function naming(context) {
  const { state } = context;
  return [
    asking(context, (name) => t("{name}: which clan?", { name })),
    h("div", { key: "clans", class: "chips" },
      state.asked.seats.map((id) => h("button",
        { key: id, class: "chip tall", onclick: () => move(context, "name", id) },
        disc(seatOf(state, id), "small"),
        h("span", { class: "clip" }, seatOf(state, id).name)))),
  ];
}

/** The card that asks, with its sentence. */
function asking(context, words) {
  const { state } = context;
  const { asked } = state;
  const kind = cardOf(state, asked.card);
  return h("div", { key: "asking", class: "chain" },
    card(state, kind.id, { alt: "", extra: "chain-card" }),
    h("div", { class: "chain-words" },
      h(isMine(context) ? "h1" : "h2", { class: "ask-head" }, words(kind.name, asked.verb)),
      h("p", {}, asked.text)));
}

/** The deck has run out: how many cards were drawn from it last (combust R7). */
export function deckSheet({ state, tap, closeSheet }) {
  const most = state.asked?.count ?? 0;
  const end = (drawn) => {
    closeSheet();
    tap("deck.empty", { drawn });
  };
  return sheet({ name: "deck", title: t("The deck is empty"), onclose: closeSheet },
    h("p", {}, most ? t("How many penguins were drawn just now?") : t("The last round starts after this turn.")),
    h("div", { class: "stack" },
      Array.from({ length: most + 1 }, (_, drawn) => h("button",
        { key: drawn, onclick: () => end(drawn) },
        most ? tn("{n} card", "{n} cards", drawn) : t("The deck is empty")))));
}

const SMOKE = 1800; // ms that a burnt card is seen
let spent = 0; // the newest stamp whose smoke has gone

/** The cards of a line that just burnt, going up in smoke; not those of before this page. */
export function smoke({ store, state, first }, seat) {
  const { stamp, burnt } = state;
  if (stamp <= Math.max(first, spent)) return [];
  const clear = () =>
    setTimeout(() => {
      spent = Math.max(spent, stamp);
      store.show({});
    }, SMOKE);
  return burnt
    .filter(([id]) => id === seat.id)
    .map(([, number], index) => h("span",
      { key: `smoke-${stamp}-${index}`, class: "smoke", mounted: clear },
      card(state, cardOf(state, number).id, {
        alt: t("{name} burns", { name: cardOf(state, number).name }),
        extra: "portrait",
      })));
}

/** A line whose cards in a photo are others than those followed: one tap says which hold. */
export function differing({ tap, looksOn, portraits, other }, seat) {
  const settle = (cards) =>
    tap("line.type",
      { seat: seat.id, sum: cards.reduce((all, one) => all + one, 0), penguins: cards.length,
        highest: Math.max(0, ...cards), cards },
      { version: seat.line_version });
  const choice = (words, cards) => h("button",
    { key: words, class: "whose-choice", onclick: () => settle(cards) },
    h("span", { class: "line-cards" }, portraits(cards)),
    words);
  return h("section", { key: `differs-${seat.id}`, class: "panel stack" },
    h("p", { class: "whose-line" }, disc(seat, "small"), seat.name),
    h("h2", {}, t("The photo shows other cards. Which lie there?")),
    !looksOn && [
      !seat.unread && choice(t("As in the photo"), seat.seen),
      choice(t("As followed"), seat.cards),
      other,
    ]);
}
