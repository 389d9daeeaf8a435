// After the reveal: the seats in turn order with the reasons, and the turn of the active seat.

import { flipCard } from "../js/art.js";
import { askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, sceneHead } from "../js/parts.js";
import { asleep, mySeat, nameplate, seatOf, whoIsNext } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { actionOf, actionPiece, actionWords, chiefMark, coin } from "./cards.js";

const TRAIN = 5;
// The actions by number (giza R9): words for having done each or left it, and what it allows.
const OUTCOMES = {
  1: {
    did: t("Placed and took the Chief"),
    left: t("Placed, left the Chief"),
    may: (name) => t("{name} takes and places a penguin, and may take the Chief.", { name }),
  },
  2: {
    did: t("Placed and flipped"),
    left: t("Placed, didn’t flip"),
    may: (name) => t("{name} takes and places a penguin, and may flip one to grey.", { name }),
  },
  3: {
    did: t("Swapped and placed"),
    left: t("Placed, didn’t swap"),
    may: (name) =>
      t("{name} may swap an available penguin for the deck’s top card, then takes and places one.",
        { name }),
  },
  4: {
    did: t("Placed and took cards back"),
    left: null,
    may: (name) =>
      t("{name} takes and places a penguin, and takes back all played actions.", { name }),
  }, // always carried out (giza R9 D)
  5: {
    did: t("Placed and took a token"),
    left: t("Placed, took no token"),
    may: (name) => t("{name} takes and places a penguin, and may take a strength token.", { name }),
  },
};

export function turns(context) {
  const { store, state } = context;
  const active = state.seats.find((seat) => seat.turn === "active");
  const mine = active && active.id === state.you;
  return [
    sceneHead(mine
      ? t("Your turn")
      : active
        ? t("{name}’s turn", { name: active.name })
        : t("Everyone has placed")),
    hint(store, "turns",
      t("Turns go in this order. Tap the button once you’ve placed your penguin.")),
    parade(store, state),
    reasons(state),
    active && turnPanel(context, active, mine),
    againPanel(context),
    tokensPanel(context, mySeat(state)),
  ];
}

/** Seats in turn order; right after the reveal their cards turn over one by one. */
export function parade(store, state) {
  const fresh = store.ui.revealed === state.round;
  return h("ol",
    { key: `parade-${state.round}`, class: fresh ? "parade is-fresh" : "parade",
      "aria-label": t("Turn order") },
    state.order.map(({ seat: id, number }, index) => {
      const seat = seatOf(state, id);
      const piece = actionPiece(seat, number);
      return h("li", { key: id, class: `parade-seat is-${seat.turn}` },
        h("span", { class: "parade-place", "aria-hidden": "true" },
          seat.turn === "done" ? icon("tick") : String(index + 1)),
        flipCard(state, piece, {
          up: true,
          delay: fresh ? 250 + index * 260 : 0,
          extra: fresh ? "turning" : "",
          alt: actionWords(state, number),
        }),
        chiefMark(state, seat),
        nameplate(state, seat),
        h("span", { class: "spoken" },
          { waiting: t("waiting"), active: t("playing now"), done: t("done") }[seat.turn]));
    }));
}

/** Why one seat goes before another, where their numbers are equal. */
export function reasons(state) {
  const tied = state.order.filter(
    ({ number }) => state.order.filter((other) => other.number === number).length > 1,
  );
  if (!tied.length) return null;
  return h("ul", { key: "reasons", class: "reasons" },
    tied.map(({
      seat,
      number,
      why,
    }) => h("li", { key: seat }, h("strong", {}, seatOf(state, seat).name), ` (${number}) `, why)));
}

/** The way back from a wrong card, before the first turn has ended (giza R3, D). */
export function againPanel(context) {
  const { state, tap } = context;
  if (state.seats.some((seat) => seat.turn === "done" || seat.trained)) return null;
  return h("details", { key: "again", class: "more" },
    h("summary", {}, t("Did someone play the wrong card?")),
    askingButton(context, "undo", t("Choose again"),
      t("Take back all cards, so that everyone chooses again?"),
      () => tap("choices.again", {}, { round: state.round })));
}

/** What the active seat does now, with buttons for when it is done. */
export function turnPanel(context, active, mine) {
  const { state } = context;
  const action = actionOf(state, active.action);
  const buttons = outcomes(context, active, mine);
  if (!mine) {
    return h("section", { key: "turn", class: "panel stack" },
      h("p", {}, OUTCOMES[action.number].may(h("strong", {}, active.name))),
      asleep(active, state.round, buttons));
  }
  return h("section", { key: "turn", class: "panel stack is-mine" },
    h("ol", { class: "steps" },
      action.number === 3 ? step(action) : null,
      h("li", {}, t("Take a penguin that fits. None fits? Take any and place it grey side up.")),
      h("li", {}, t("Place it in your pyramid.")),
      action.number !== 3 ? step(action) : null),
    h("div", { class: "stack" }, buttons));
}

function outcomes({ state, tap, say, undoButton }, active, mine) {
  const { did, left } = OUTCOMES[active.action];
  const next = state.order
    .map(({ seat }) => seatOf(state, seat))
    .find((seat) => seat.turn === "waiting");
  const finish = async (took) => {
    const turn = { round: state.round, seat: active.id };
    if (await tap("turn.done", { seat: active.id, took }, turn))
      say(
        mine ? whoIsNext(next) : t("Done for {name}.", { name: active.name }),
        "done",
        undoButton(),
      );
  };
  const none = active.action === TRAIN && state.supply === 0 && !active.trained;
  return [
    !none &&
      button("tick", did,
        () => finish(true), { key: "did", class: mine ? "primary" : "" }),
    left &&
      !active.trained &&
      h("button", { key: "left", class: "act", onclick: () => finish(false) }, left),
  ];
}

function step(action) {
  const may = action.number !== 4;
  return h("li", {}, may ? t("You may: {action}", { action: action.text }) : action.text);
}

/** A button to place a token, at any time, even one just taken (giza R5, R10). */
function tokensPanel({ state, tap, say, undoButton }, me) {
  const takes = me?.turn === "active" && me.action === TRAIN && state.supply && !me.trained;
  if (!me?.tokens && !takes) return null;
  const place = async () => {
    if (await tap("token.place", { seat: me.id, count: 1 }))
      say(t("Token placed: +1 strength for good."), "done", undoButton());
  };
  return h("section", { key: "tokens", class: "panel token-panel" },
    h("span", { class: "token-pile", "aria-hidden": "true" },
      Array.from({ length: Math.min(me.tokens, 5) || 1 }, (_, index) => coin(index))),
    h("p", {},
      me.tokens
        ? tn("You have {n} strength token.", "You have {n} strength tokens.", me.tokens)
        : t("You can place a token you take now right away.")),
    button("arm", t("Place a token"), place));
}
