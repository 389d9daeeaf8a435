// A turn, phase by phase, and the end of the voyage.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { button, chip, chips, quiet, roundButton, sceneHead } from "../js/parts.js";
import { asleep, seatOf } from "../js/seats.js";
import { t } from "../js/words.js";
import { chart, costs, courseList, photoPanel, SPECIALS } from "./chart.js";
import { askEnd, headline } from "./ends.js";
import { acting, penguinRow, placing } from "./penguins.js";
import { compared } from "./table.js";
import { NAMES as TRACKS, tracks } from "./tracks.js";

const PHASES = [
  ["event", t("Event")],
  ["captain", t("Captain")],
  ["place", t("Place")],
  ["sail", t("Sail")],
  ["pirates", t("Pirates")],
];
const TITLES = {
  event: t("Reveal the event"),
  captain: t("Captain places"),
  place: t("Place face down"),
  sail: t("Sail!"),
  pirates: t("The pirates move"),
};

export function voyage(context) {
  const { store, state } = context;
  const sails = state.phase === "sail" && state.captain === state.you;
  const placed = step(context);
  const news = state.event && eventPanel(state);
  if (sails)
    return [
      sceneHead(title(state), quiet(due(state))),
      tracks(context),
      chart(context, true),
      captain(context),
      compared(context),
      photoPanel(context),
      news,
      byHand(context),
    ];
  const waits = !placed || !placed.length;
  return [
    sceneHead(title(state), waits && quiet(state.next)),
    hint(store, "pirates-voyage",
      t("The strip shows where you are in the turn. Tap a track to correct it.")),
    waits && tracks(context),
    placed,
    news,
    chart(context),
    !waits && tracks(context),
    penguinRow(context),
    compared(context),
    photoPanel(context, waits),
    checklist(state),
  ];
}

/** What the captain can do now: the next hex and its price, or why the ship stops. */
function due({ map, tracks: { speed }, penguins }) {
  const [next] = map.course;
  if (next) return t("Tap the gold hex: {costs}.", { costs: costs(next) });
  if (!map.ship || map.dark) return t("Speed {speed}.", { speed });
  return penguins.some(({ spot }) => spot && !spot.done)
    ? t("The ship can’t sail on. Use your penguins.")
    : t("The ship can’t sail on.");
}

export function title(state) {
  if (state.phase === "captain" && state.captain === state.you) return t("Captain: place face up");
  if (state.phase === "captain")
    return t("{name} places openly", { name: seatOf(state, state.captain).name });
  if (state.phase === "place" && !state.to_place.length && state.you)
    return t("Waiting for the others");
  return TITLES[state.phase];
}

/** The phases of a turn, and what to do in this one. */
function checklist(state) {
  const now = PHASES.findIndex(([name]) => name === state.phase);
  return h("section", { key: "phases", class: "phases-panel" },
    h("ol", { class: "phases", "aria-label": t("Phases of the turn") },
      PHASES.map(([name, label], index) => h("li",
        { key: name, class: index < now ? "is-done" : index === now ? "is-now" : "",
          "aria-current": index === now ? "step" : null },
        index < now ? icon("tick") : h("span", { class: "phase-number" }, String(index + 1)),
        label))),
    quiet(state.next));
}

/** What the event does after sailing (pirates R8); pirates only where there are any. */
export function eventPanel(state) {
  const { name, distance, changes, turn, appear } = state.event;
  const later = state.phase !== "pirates";
  const effects = [
    ...changes.map(([track, by]) => `${TRACKS[track]} ${by > 0 ? "+" : ""}${by}`),
    turn > 0 && t("the ship turns {angle}\u00b0 to starboard", { angle: turn * 60 }),
    turn < 0 && t("the ship turns {angle}\u00b0 to port", { angle: -turn * 60 }),
    appear && t("pirates appear"),
    (appear || state.pirates) && t("pirates sail {distance}", { distance }),
  ].filter(Boolean);
  const words = { event: h("strong", {}, name), effects: effects.join(", ") };
  return h("p", { key: "event", class: "event-line" },
    icon("flag"),
    h("span", {},
      later
        ? t("{event}, after sailing: {effects}.", words)
        : [words.event, `: ${words.effects}.`]));
}

/** What to do in this phase; while the ship sails, the captain's controls for another screen. */
export function step(context) {
  const { state, looksOn } = context;
  if (state.phase === "event") return reveal(context);
  if (state.phase === "pirates") return pirates(context);
  if (state.phase !== "sail")
    return state.penguins
      .filter((penguin) => state.to_place.includes(penguin.number))
      .map((penguin) => placing(context, penguin));
  if (looksOn) return null;
  return h("section", { key: "sail", class: "panel" },
    captains(state, courseList(context), captain(context), byHand(context)));
}

/** The penguins still to use; then the end of the movement, unless it comes by itself. */
function captain(context) {
  const { state, tap } = context;
  const waiting = state.penguins.some((penguin) => penguin.spot && !penguin.spot.done);
  if (waiting) return acting(context);
  const end = () => tap("movement.done", { auto: true }, { turn: state.turn });
  return h("div", { key: "moved", class: "big-act" },
    button("flag", t("End movement"), end, { class: state.map.course.length ? "" : "primary" }));
}

/** What the captain does; on other screens folded away. */
function captains(state, ...controls) {
  const captain = seatOf(state, state.captain);
  return captain.id === state.you ? controls : asleep(captain, state.turn, ...controls);
}

function reveal({ state, tap, looksOn }) {
  const number = state.due[0]?.order ?? "";
  if (looksOn)
    return h("p", { key: "reveal" },
      t("It’s a level {number} event. Enter it on a phone.", { number }));
  const expects = { turn: state.turn };
  const enter = (event) => tap("event.reveal", { event: event.id }, expects);
  return h("section", { key: "reveal", class: "panel stack" },
    captains(state,
      button("table", t("Deal on the phones"), () => tap("cards.deal", {}, expects),
        { class: "primary" }),
      quiet(t("Events and handicap cards for the whole voyage. Or draw your own: which level {number} event is it?", { number })),
      state.due.map((event) =>
        button("flag", event.name, () => enter(event), { key: event.id }),
      )));
}

/** The form for a hex that the phones don't know; open while they don't know the one ahead. */
function byHand(context) {
  const { map } = context.state;
  if (!map.course.length && (map.dark || !map.ship)) return ship(context);
  return h("details", { key: "by-hand", class: "more" },
    h("summary", {}, t("Enter a hex by hand")),
    ship(context));
}

/** The form for the hex that the ship enters: its dots, and what is on it. */
function ship({ store, state, tap, say, undoButton }) {
  const { yellow = 1, red = 0, special = "", met = false } = store.ui.hex ?? {};
  const show = (changes) => store.show({ hex: { yellow, red, special, met, ...changes } });
  const cost = yellow + red;
  const { speed } = state.tracks;
  const words =
    cost > speed ? t("Speed {speed} isn’t enough", { speed }) : t("Enter for {cost}", { cost });
  const sail = async () => {
    const payload = { yellow, red, special, pirates: met };
    store.show({ hex: null });
    if (await tap("ship.enter", payload, { turn: state.turn }))
      say(t("The ship sails on."), "done", undoButton());
  };
  const missing = (state.variants.includes("cousin") ? 2 : 1) - state.rescued.length;
  const end = met ? "pirates" : special === "home" && !missing && "home";
  const enter = () => (end ? askEnd(store, end, sail) : sail());
  return h("section", { key: "ship", class: "panel ship" },
    h("h2", {}, t("Enter a hex")),
    h("div", { class: "dots-row" },
      dots(t("Yellow dots"), "yellow", yellow, (value) => show({ yellow: value })),
      dots(t("Red dots"), "red", red, (value) => show({ red: value }))),
    chips(t("On the hex"),
      ["", ...state.specials]
        .filter((name) => name !== "cousin" || state.variants.includes("cousin"))
        .map((name) =>
          chip(SPECIALS[name], special === name, () => show({ special: name }), { key: name }),
        ),
      state.pirates && chip(t("the pirates"), met, () => show({ met: !met }), { key: "met" })),
    button("tick", words, enter, { class: "primary", disabled: !cost || cost > speed }));
}

function dots(words, colour, value, set) {
  return h("div", { class: "dots", role: "group", "aria-label": words },
    roundButton("minus", t("Remove one"), () => set(value - 1), { disabled: value < 1 }),
    h("span", { class: `dots-figure dots-${colour}` },
      String(value),
      h("small", {}, colour === "yellow" ? t("yellow") : t("red"))),
    roundButton("plus", t("Add one"), () => set(value + 1), { disabled: value > 5 }));
}

function pirates({ store, state, tap }) {
  const outcome = (name) => tap("pirates.done", { outcome: name }, { turn: state.turn });
  const caught = () => askEnd(store, "pirates", () => outcome("met"));
  return h("section", { key: "pirates", class: "panel stack" },
    h("p", {},
      t("Move {distance} straight ahead, then turn to face your ship.",
        { distance: state.event?.distance ?? 0 })),
    captains(state,
      button("tick", t("On the map"), () => outcome("here"), { class: "primary" }),
      button("wave", t("Off the map"), () => outcome("gone")),
      button("stop", t("They caught our ship"), caught)));
}

export function over(context) {
  const { state } = context;
  return [headline(state), tracks(context)];
}
