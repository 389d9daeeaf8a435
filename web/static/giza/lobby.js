// Before the game: who sits where (clockwise), who is the youngest and gets the Chief, which goals count.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, panel, quiet } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { t, tn } from "../js/words.js";

export function lobby({ store, state, tap }) {
  return [
    hint(store, "lobby",
      t("List the seats clockwise, give the Chief to the youngest player, and pick three goals.")),
    panel("seats", t("Around the table"),
      quiet(t("In clockwise order. Tap the crown to mark the youngest.")),
      youngest(state, tap)),
    goalsPanel(store, state, tap),
    h("div", { key: "start", class: "big-act" }, startButton(state, tap), quiet(readiness(state))),
  ];
}

/** It may be tapped before all is there: then the server says what is missing. */
export function startButton(state, tap) {
  const look = missing(state).length ? "" : "primary";
  return button("play", t("Start round 1"), () => tap("game.start"), { class: look });
}

export function readiness(state) {
  const open = missing(state);
  return open.length
    ? t("Still needed: {what}.", { what: open.join(", ") })
    : t("Everyone’s ready. Anyone can start.");
}

function missing(state) {
  const few = 2 - state.seats.length;
  return [
    few > 0 && tn("one more player", "{n} more players", few),
    !state.chief && t("the youngest player, who gets the Chief"),
    state.goals.length !== 3 && t("three goals"),
  ].filter(Boolean);
}

/** The seats, each with a crown for the youngest. */
export function youngest(state, tap) {
  return seatList(state, tap, (seat) =>
    seatMark({
      sign: "chief",
      pressed: state.chief === seat.id,
      label: t("{name} is the youngest and gets the Chief", { name: seat.name }),
      onclick: () => tap("chief.give", { seat: seat.id }),
    }),
  );
}

function goalsPanel(store, state, tap) {
  return panel("goals", t("Three goals"),
    state.goals.length
      ? goalCards(state)
      : quiet(t("Draw them here, or choose the ones you drew from the deck.")),
    h("div", { class: "row" },
      button(
        "shuffle",
        state.goals.length ? t("Draw again") : t("Draw three goals"),
        () => tap("goals.draw"),
        { class: state.goals.length ? "" : "primary" },
      ),
      button("pen", t("Choose goals"), () =>
        store.show({ sheet: "goals", picked: state.goals.map((goal) => goal.id) }),
      )));
}

/** A goal card read out. */
export function goalWords({ name, text, points }) {
  return t("{name}: {text}, {points} points", { name, text, points });
}

/** The three goals as the printed cards, with their words for whoever can't read the picture. */
export function goalCards(state, points = null) {
  return h("ul", { class: "goal-cards" },
    state.goals.map((goal) => h("li", { key: goal.id },
      card(state, goal.id, { alt: goalWords(goal) }),
      points?.(goal))));
}
