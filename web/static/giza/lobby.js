// Before a game of giza: who sits where, who is the youngest and gets the Chief, which goals count.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { morePlayers } from "../js/lobby.js";
import { button, panel, quiet } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { sheet, sheetFoot } from "../js/sheet.js";
import { t } from "../js/words.js";

const GOALS = 3;

export const lobby = {
  hint: [
    "lobby",
    t("List the seats clockwise, give the Chief to the youngest player, and pick three goals."),
  ],
  title: t("Around the table"),
  note: () => t("In clockwise order. Tap the crown to mark the youngest."),
  empty: [t("Who’s playing?"), t("2 to 4 players, each with a phone on this Wi-Fi.")],
  seats: ({ state, tap }) =>
    seatList(state, tap, (seat) =>
      seatMark("chief", t("{name} gets the Chief", { name: seat.name }),
        state.chief === seat.id, () => tap("chief.give", { seat: seat.id })),
    ),
  more: (context) => panel("goals", t("Three goals"),
    context.state.goals.length
      ? goalCards(context.state)
      : quiet(t("Draw them here, or choose the ones you drew from the deck.")),
    h("div", { class: "row" }, goalButtons(context))),
  hostMore: (context) => [
    h("h2", {}, t("Goals")),
    h("div", { class: "host-goals" },
      context.state.goals.length > 0 && goalCards(context.state),
      h("div", { class: "stack" }, goalButtons(context, ""))),
  ],
  missing: ({ state }) => [
    morePlayers(state, 2),
    !state.chief && t("mark the youngest player"),
    state.goals.length !== GOALS && t("draw three goals"),
  ],
  start: ({ tap }, look) =>
    button("play", t("Start round 1"), () => tap("game.start"), { class: look }),
};

function goalButtons({ store, state, tap }, look = "primary") {
  const { goals } = state;
  const choose = () => store.show({ sheet: "goals", picked: goals.map((goal) => goal.id) });
  return [
    button("shuffle", goals.length ? t("Draw again") : t("Draw three goals"),
      () => tap("goals.draw"), { class: goals.length ? "" : look }),
    button("pen", t("Choose goals"), choose),
  ];
}

/** A goal card in words. */
function goalWords({ name, text, points }) {
  return t("{name}: {text}, {points} points", { name, text, points });
}

/** What a goal asks for, large enough to read on a phone; screen readers have it from the card. */
function sentence({ text }) {
  return h("small", { class: "goal-text", "aria-hidden": "true" }, text);
}

/** The goals as printed cards, with their words for screen readers. */
export function goalCards(state) {
  return h("ul", { class: "goal-cards" },
    state.goals.map((goal) => h("li", { key: goal.id },
      card(state, goal.id, { alt: goalWords(goal) }),
      sentence(goal))));
}

/** The choice of the three goals, for a table that drew them from the printed cards. */
export function goalsSheet({ store, state, tap, closeSheet }) {
  const picked = store.ui.picked ?? [];
  const toggle = (id) =>
    store.show({
      picked: picked.includes(id)
        ? picked.filter((other) => other !== id)
        : [...picked, id].slice(-GOALS),
    });
  const save = () => {
    tap("goals.set", { goals: picked });
    closeSheet();
  };
  return sheet({ name: "goals", title: t("Choose three goals"), onclose: closeSheet, wide: true },
    h("div", { class: "goal-pick" },
      state.deck.goals.map((goal) => h("button",
        { key: goal.id, class: "pick bare", "aria-pressed": String(picked.includes(goal.id)),
          onclick: () => toggle(goal.id), "aria-label": goalWords(goal) },
        card(state, goal.id),
        sentence(goal)))),
    sheetFoot(
      h("button", { class: "primary", disabled: picked.length !== GOALS, onclick: save },
        picked.length === GOALS
          ? t("Use these goals")
          : t("Choose {n} more", { n: GOALS - picked.length }))));
}
