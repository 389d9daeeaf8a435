// Penguins on their handicap cards: placed in secret, revealed together, used one by one.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button } from "../js/parts.js";
import { disc, seatOf } from "../js/seats.js";
import { t } from "../js/words.js";

const ACTIONS = {
  scout: ["eye", t("Scout"), t("reveal a board next to a face-up one")],
  anchor: ["anchor", t("Anchor"), t("sails −1, speed to 0")],
  full: ["sail", t("Full sail"), t("sails +1, speed +1")],
  bail: ["bucket", t("Bail or fish"), t("water −1 or fish +2")],
  port: ["undo", t("Port"), t("turn left 60\u00b0")],
  starboard: ["redo", t("Starboard"), t("turn right 60\u00b0")],
};
const CARDS = 12;

/** The colour of a spot of a penguin's card (pirates R2). */
function colourOf(state, penguin, number, action) {
  const spots = state.deck.handicaps[penguin][number - 1];
  return spots.white.includes(action) ? "white" : spots.yellow.includes(action) ? "yellow" : "red";
}

/** The cost of a spot; fish may run out when all pay for their secret spots (pirates R2). */
function price({ phase, tracks: { fish }, penguins }, colour) {
  if (colour !== "yellow") return colour === "white" ? t("free") : t("barred");
  if (!fish) return t("costs 1 water");
  const payers = phase === "captain" ? 1 : penguins.length - 1; // the captain's own is paid
  return fish < payers ? t("costs a fish, or 1 water") : t("costs a fish");
}

/** The choice of a spot on a penguin's card, after that of the card where the table draws it. */
export function placing(context, penguin) {
  const { store } = context;
  const { card: chosen } = store.ui;
  const number = chosen?.penguin === penguin.number ? chosen.number : penguin.card;
  return h("section",
    { key: `place-${penguin.number}`, class: "panel placing", vars: { seat: penguin.ink } },
    h("h2", {}, icon(penguin.symbol), ` ${penguin.name}`, number && h("span", {}, number)),
    number ? spots(context, penguin, number) : numbers(context, penguin));
}

function numbers({ store }, penguin) {
  return [
    h("p", { key: "ask" }, t("Take the top handicap card. What number is on it?")),
    h("div", { key: "numbers", class: "value-grid", role: "group", "aria-label": t("Card number") },
      Array.from({ length: CARDS }, (_, index) => h("button",
        { key: index, class: "value", disabled: penguin.used.includes(index + 1),
          onclick: () => store.show({ card: { penguin: penguin.number, number: index + 1 } }) },
        String(index + 1)))),
  ];
}

function spots(context, penguin, number) {
  const { store, state, tap, say, undoButton } = context;
  const secret = state.phase === "place";
  const place = async (action) => {
    store.show({ card: null });
    const placed = await tap(
      "penguin.place",
      { penguin: penguin.number, card: number, action },
      { turn: state.turn },
    );
    if (placed)
      say(secret ? t("Placed, in secret.") : t("Placed."), "done", undoButton(["penguin.place"]));
  };
  const change = () => store.show({ card: { penguin: penguin.number, number: 0 } });
  return [
    h("div",
      { key: "spots", class: "spots", role: "group", "aria-label": t("Choose a spot"),
        mounted: (element) => element.scrollIntoView({ block: "nearest" }) }, // the numbers were longer
      state.actions.map((action) => spot(state, penguin, number, action, place))),
    button("undo", t("Another card"), change, { key: "other", class: "small" }),
  ];
}

function spot(state, penguin, number, action, place) {
  const [sign, name, words] = ACTIONS[action];
  const colour = colourOf(state, penguin.number, number, action);
  return h("button",
    { key: action, class: `spot-button spot-${colour}`, disabled: colour === "red",
      onclick: () => place(action) },
    icon(sign),
    h("strong", {}, name),
    h("small", {}, words),
    h("em", {}, price(state, colour)));
}

/** All four penguins, with what all can see of them. */
export function penguinRow(context) {
  const { state } = context;
  return h("ul", { key: "penguins", class: "penguins", "aria-label": t("Penguins") },
    state.penguins.map((penguin) => h("li",
      { key: penguin.number, class: penguin.spot?.done ? "penguin is-done" : "penguin" },
      disc(penguin),
      h("strong", { class: "clip" }, penguin.name),
      h("small", { class: "clip" }, placer(state, penguin)),
      h("small", {}, described(penguin)))));
}

/** The player who places a penguin. */
function placer(state, penguin) {
  return seatOf(state, penguin.placer)?.name ?? "";
}

function described(penguin) {
  if (penguin.hidden) return t("placed, in secret");
  if (!penguin.spot) return t("not placed");
  const action = ACTIONS[penguin.spot.action][1];
  return penguin.spot.done ? t("{action}, done", { action }) : action;
}

/** Buttons for the captain to use the penguins, in any order (pirates R3). */
export function acting({ state, tap }) {
  const expects = { turn: state.turn };
  const act = (penguin, choice) =>
    tap("penguin.act", { penguin: penguin.number, choice, auto: true }, expects);
  const waiting = state.penguins.filter((penguin) => penguin.spot && !penguin.spot.done);
  return h("div", { key: "acting", class: "acting" }, waiting.flatMap((penguin) => {
    const [sign, name] = ACTIONS[penguin.spot.action];
    const bails = penguin.spot.action === "bail";
    const choices = bails ? [["bail", sign, t("Bail")], ["fish", "fish", t("Fish")]] : [["", sign, name]];
    return choices.map(([choice, look, label]) => h("button",
      { key: `${penguin.number}-${choice}`, class: "act", onclick: () => act(penguin, choice) },
      icon(look),
      h("span", {}, h("strong", {}, label), " ", h("small", {}, penguin.name)),
      disc(penguin, "small")));
  }));
}
