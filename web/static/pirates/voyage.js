// A turn, phase by phase: what happens next, and only what belongs to it.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { seatOf } from "../js/seats.js";
import { acting, penguinRow, placing } from "./penguins.js";
import { tracks } from "./tracks.js";

const PHASES = [
  ["event", "Event"],
  ["captain", "Captain"],
  ["place", "Place"],
  ["sail", "Sail"],
  ["pirates", "Pirates"],
];
const SPECIALS = {
  "": "nothing",
  sextant: "sextant",
  bucket: "bucket",
  fish: "fish",
  kraken: "kraken",
  "whirlwind-port": "whirlwind to port",
  "whirlwind-starboard": "whirlwind to starboard",
  bob: "Bob",
  cousin: "his cousin",
  home: "home",
};
const TITLES = {
  event: "Turn up the event",
  captain: "The captain places",
  place: "Place in secret",
  sail: "Sail!",
  pirates: "The pirates move",
};

export function voyage(context) {
  const { store, state } = context;
  return [
    h("header", { key: "head", class: "scene-head" }, h("h1", {}, title(state))),
    hint(store, "pirates-voyage", "The strip shows where you are in the turn. Tap a track to set it right."),
    checklist(state),
    tracks(context),
    state.event && eventPanel(state),
    step(context),
    penguinRow(context),
  ];
}

export function title(state) {
  if (state.phase === "captain" && state.captain === state.you) return "Place openly, captain";
  if (state.phase === "captain") return `${seatOf(state, state.captain).name} places openly`;
  if (state.phase === "place" && !state.to_place.length && state.you) return "Waiting for the others";
  return TITLES[state.phase];
}

/** The phases of a turn, and what is done in this one. */
export function checklist(state) {
  const now = PHASES.findIndex(([name]) => name === state.phase);
  return h(
    "section",
    { key: "phases", class: "phases-panel" },
    h(
      "ol",
      { class: "phases", "aria-label": "Phases of the turn" },
      PHASES.map(([name, label], index) =>
        h(
          "li",
          {
            key: name,
            class: index < now ? "is-done" : index === now ? "is-now" : "",
            "aria-current": index === now ? "step" : null,
          },
          index < now ? icon("tick") : h("span", { class: "phase-number" }, String(index + 1)),
          label,
        ),
      ),
    ),
    h("p", { class: "quiet" }, state.next),
  );
}

export function eventPanel(state) {
  const { name, distance, changes, turn, spawns } = state.event;
  const effects = [
    ...changes.map(([track, by]) => `${track} ${by > 0 ? "+" : ""}${by}`),
    turn && `the ship turns ${Math.abs(turn) * 60}\u00b0 to ${turn > 0 ? "starboard" : "port"}`,
    spawns && "pirates appear",
  ].filter(Boolean);
  return h(
    "p",
    { key: "event", class: "event-line" },
    icon("flag"),
    h("span", {}, h("strong", {}, name), `: ${effects.join(", ") || "nothing else"}; pirates sail ${distance}.`),
  );
}

/** What this phase asks for. */
export function step(context) {
  const { state } = context;
  if (state.phase === "event") return reveal(context);
  if (state.phase === "captain" || state.phase === "place")
    return state.penguins.filter((penguin) => state.to_place.includes(penguin.number)).map((penguin) => placing(context, penguin));
  if (state.phase === "sail") return [acting(context), ship(context), moved(context)];
  return state.phase === "pirates" ? pirates(context) : null;
}

function reveal({ state, tap }) {
  return h(
    "section",
    { key: "reveal", class: "panel" },
    h("p", {}, `It bears a ${state.due[0]?.order ?? ""}. Which one is it?`),
    h(
      "div",
      { class: "stack" },
      state.due.map((event) =>
        h(
          "button",
          { key: event.id, onclick: () => tap("event.reveal", { event: event.id }, { turn: state.turn }) },
          icon("flag"),
          event.name,
        ),
      ),
    ),
  );
}

/** The hex that the ship enters: its dots, and what is on it. */
function ship({ store, state, tap, say, undoButton }) {
  const { yellow = 1, red = 0, special = "", met = false } = store.ui.hex ?? {};
  const show = (changes) => store.show({ hex: { yellow, red, special, met, ...changes } });
  const cost = yellow + red;
  const enter = async () => {
    const payload = { yellow, red, special, pirates: met };
    store.show({ hex: null });
    if (await tap("ship.enter", payload, { turn: state.turn })) say("The ship sails on.", "done", undoButton());
  };
  return h(
    "section",
    { key: "ship", class: "panel ship" },
    h("h2", {}, "The ship enters a hex"),
    h(
      "div",
      { class: "dots-row" },
      dots("Yellow dots", "yellow", yellow, (value) => show({ yellow: value })),
      dots("Red dots", "red", red, (value) => show({ red: value })),
    ),
    h(
      "div",
      { class: "chips", role: "group", "aria-label": "On the hex" },
      ["", ...state.specials]
        .filter((name) => name !== "cousin" || state.variants.includes("cousin"))
        .map((name) =>
          h(
            "button",
            { key: name, class: "chip", "aria-pressed": String(special === name), onclick: () => show({ special: name }) },
            SPECIALS[name],
          ),
        ),
      state.pirates &&
        h("button", { key: "met", class: "chip", "aria-pressed": String(met), onclick: () => show({ met: !met }) }, "the pirates"),
    ),
    h(
      "button",
      { class: "primary", disabled: !cost || cost > state.tracks.speed, onclick: enter },
      icon("tick"),
      cost > state.tracks.speed ? `Speed ${state.tracks.speed} is too little` : `Enter for ${cost}`,
    ),
  );
}

function dots(words, colour, value, set) {
  return h(
    "div",
    { class: "dots", role: "group", "aria-label": words },
    h("button", { class: "round", disabled: value < 1, "aria-label": "One less", onclick: () => set(value - 1) }, icon("minus")),
    h("span", { class: `dots-figure dots-${colour}` }, String(value), h("small", {}, colour)),
    h("button", { class: "round", disabled: value > 5, "aria-label": "One more", onclick: () => set(value + 1) }, icon("plus")),
  );
}

function moved({ state, tap }) {
  const waiting = state.penguins.some((penguin) => penguin.spot && !penguin.spot.done);
  return h(
    "div",
    { key: "moved", class: "big-act" },
    h(
      "button",
      { disabled: waiting, onclick: () => tap("movement.done", {}, { turn: state.turn }) },
      icon("flag"),
      waiting ? "First take all penguins off" : "The ship stops: the event happens",
    ),
  );
}

function pirates({ state, tap }) {
  const outcome = (name) => tap("pirates.done", { outcome: name }, { turn: state.turn });
  return h(
    "section",
    { key: "pirates", class: "panel" },
    h("p", {}, `Straight ahead by ${state.event?.distance ?? 0}, then towards your ship.`),
    h(
      "div",
      { class: "stack" },
      h("button", { class: "primary", onclick: () => outcome("here") }, icon("tick"), "They are on the map"),
      h("button", { onclick: () => outcome("gone") }, icon("wave"), "They sailed off the map"),
      h("button", { onclick: () => outcome("met") }, icon("stop"), "They met our ship"),
    ),
  );
}
