// The map as far as it is face up, with the ships and where the captain can sail. Hexes and boards
// come from the game's own geometry, which also prints them; the art is the print.

import { artUrl } from "../js/art.js";
import { h } from "../js/dom.js";
import { button, roundButton } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { mySeat } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { askEnd } from "./ends.js";

const PETALS = 7; // hexes of a board; the pier is one more, the last of the map
const REACH = 3.6; // sides of a hex that a phone shows on either side of the ship
const MOST = 9; // likewise a host's screen
const AHEAD = 1.5; // sides by which that is shifted towards the end of the course
const SHAPE = 0.72; // height by width of what is shown around the ship
const SHIP = [34, 40, 34]; // mm: width and height of a ship's picture, and its waterline from the top
export const SPECIALS = {
  "": t("nothing"),
  sextant: t("sextant"),
  bucket: t("bucket"),
  fish: t("fish"),
  kraken: t("kraken"),
  "whirlwind-port": t("whirlwind to port"),
  "whirlwind-starboard": t("whirlwind to starboard"),
  bob: t("Bob"),
  cousin: t("his cousin"),
  home: t("home"),
};

/**
 * The map. With `sails` the hexes on the ship's course are buttons, large enough to tap. A phone
 * shows what is around the ship, and all of it after a tap on the round button.
 */
export function chart(context, sails = false) {
  const { store, state } = context;
  const { map, you } = state;
  const near = !store.ui.wholeMap && map.ship !== null;
  const box = near ? around(state, you ? REACH : MOST) : known(state);
  const [left, top, wide, high] = box;
  const share = (length, all) => `${(100 * length) / all}%`;
  return h("div", { key: "chart", class: "chart", vars: { ratio: wide / high } },
    h("div", { class: "chart-map" },
      h("svg", { viewBox: box.join(" "), role: "group", "aria-label": inWords(state) },
        state.deck.sites.map((site, place) => board(state, site, place)),
        state.deck.hexes.map((_, number) => named(state, number)),
        map.course.map(({ hex }, index) => lit(state, hex, index)),
        ship(state, map.pirate, "pirates"),
        ship(state, map.ship, "penguins")),
      sails && near && map.course.filter(({ hex }) => isIn(box, state.deck, hex)).map((step) =>
        landing(context, step, ([x, y, across]) =>
          ({ x: share(x - left, wide), y: share(y - top, high), across: share(across, wide) })))),
    you && map.ship &&
      roundButton("table", near ? t("Whole map") : t("Zoom in"),
        () => store.show({ wholeMap: near }), { key: "whole", class: "round whole" }));
}

/** Whether enough of a hex is in the box to tap it. */
function isIn(box, { hexes, side }, number) {
  const [left, top, wide, high] = box;
  const [, x, y] = hexes[number];
  const inside = (at, from, span) => from + side / 2 <= at && at <= from + span - side / 2;
  return inside(x, left, wide) && inside(y, top, high);
}

const placeOf = (number) => Math.floor(number / PETALS);
const isPier = (state, number) => number === state.deck.hexes.length - 1;

/** The board on which a hex is, if it is face up, and the hex's number on it. */
function boardOf(state, number) {
  const pier = isPier(state, number);
  const id = state.map.boards[pier ? 0 : placeOf(number)];
  return id && [id, pier ? PETALS : number % PETALS];
}

/** Left, top, width and height of some hexes, mm, and `rim` around them. */
function boxOf(state, numbers, rim) {
  const points = numbers.map((number) => state.deck.hexes[number]);
  const [xs, ys] = [1, 2].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
  return [left, top, Math.max(...xs) + rim - left, Math.max(...ys) + rim - top];
}

/** What is around the ship, more of it ahead, and as little as can be of what nobody knows yet. */
function around({ deck, map, ...state }, reach) {
  const [ship, end] = [map.ship.hex, map.course.at(-1)?.hex ?? map.ship.hex].map((number) =>
    deck.hexes[number].slice(1));
  const half = reach * deck.side;
  const far = Math.hypot(end[0] - ship[0], end[1] - ship[1]);
  const ahead = far && Math.min(1 / 2, (AHEAD * deck.side) / far);
  const [left, top, width, height] = known({ deck, map, ...state });
  const from = (middle, least, span, share) => {
    const slack = span - 2 * half * share;
    return slack < 0 ? least + slack / 2 : Math.min(Math.max(middle - half * share, least), least + slack);
  };
  const [across, down] = ship.map((at, axis) => at + ahead * (end[axis] - at));
  const [x, y] = [from(across, left, width, 1), from(down, top, height, SHAPE)];
  return [x, y, 2 * half, 2 * half * SHAPE];
}

/** The boards that are face up, and those next to them. */
function known(state) {
  const { map, deck } = state;
  const shown = deck.hexes
    .map((_, number) => number)
    .filter((number) => boardOf(state, number) || map.near.includes(placeOf(number)));
  return boxOf(state, shown, 1.1 * deck.side);
}

/** A board: its print, or its outline and a question mark while it is face down. */
function board(state, [id, turn, back], place) {
  const { deck, map } = state;
  const [, x, y] = deck.hexes[place * PETALS];
  const up = map.boards[place];
  if (!up)
    return h("g", { key: id, class: `chart-down is-${back}` },
      deck.hexes.slice(place * PETALS, (place + 1) * PETALS).map(([name, left, top]) =>
        h("polygon", { key: name, points: hexagon(left, top, deck.side) })),
      h("text", { x, y: y + 9 }, map.dark && map.near.includes(place) ? "?" : ""));
  const [left, top, width, height] = deck.boards[up].box;
  return h("image",
    { key: id, href: artUrl(state, `tile-${up}`), x: left, y: top, width, height,
      transform: `translate(${x} ${y}) rotate(${turn})` });
}

/** The corners of a hex, for a polygon. */
function hexagon(x, y, side) {
  const rise = (side * Math.sqrt(3)) / 2;
  const half = side / 2;
  return [[-half, -rise], [half, -rise], [side, 0], [half, rise], [-half, rise], [-side, 0]]
    .map(([right, down]) => `${x + right},${y + down}`)
    .join(" ");
}

/** What a hex that is face up has on it, for those who don't see it. */
function named(state, number) {
  const there = boardOf(state, number);
  if (!there) return null;
  const [name, x, y] = state.deck.hexes[number];
  return h("polygon",
    { key: `hex-${name}`, class: "chart-hex", points: hexagon(x, y, state.deck.side), role: "img",
      "aria-label": faceInWords(state, there, name) });
}

function faceInWords({ deck }, there, name) {
  const [board, petal] = there;
  const [yellow, red, special] = deck.boards[board].faces[petal];
  const dots = [
    yellow && tn("{n} yellow dot", "{n} yellow dots", yellow),
    red && tn("{n} red dot", "{n} red dots", red),
    special && SPECIALS[special],
  ];
  return t("{name}: {what}", { name, what: dots.filter(Boolean).join(", ") });
}

function lit({ deck }, number, index) {
  const [name, x, y] = deck.hexes[number];
  return h("polygon",
    { key: `lit-${name}`, class: index ? "chart-lit is-later" : "chart-lit",
      points: hexagon(x, y, deck.side - 2) });
}

/** A ship, and the way that it faces. */
function ship(state, vessel, whose) {
  if (!vessel) return null;
  const [, x, y] = state.deck.hexes[vessel.hex];
  const [width, height, waterline] = SHIP;
  const tip = state.deck.side * 0.86;
  return h("g",
    { key: `vessel-${whose}`, class: `vessel vessel-${whose}`, transform: `translate(${x} ${y})` },
    h("image",
      { href: artUrl(state, `ship-${whose}`), x: -width / 2, y: 13 - waterline, width, height }),
    h("path",
      { class: "vessel-way", d: `M-6 ${7 - tip}L0 ${-tip}L6 ${7 - tip}Z`,
        transform: `rotate(${60 * vessel.facing})` }));
}

/** A hex on the course: one tap sails there. */
function landing(context, step, place) {
  const { side, hexes } = context.state.deck;
  const [name, x, y] = hexes[step.hex];
  const { words, sail } = sailing(context, step);
  return h("button",
    { key: name, class: "landing bare", "aria-label": words, vars: place([x, y, 1.74 * side]),
      onclick: sail });
}

/** The same as buttons with words, for a captain whose phone is asleep. */
export function courseList(context) {
  return context.state.map.course.map((step) => {
    const { words, sail } = sailing(context, step);
    return button("sail", words, sail, { key: step.hex });
  });
}

/** The words for a hex on the course, and what sails there, after a question if that is the end. */
function sailing(context, step) {
  const { store, state, tap, say, undoButton } = context;
  const go = async () => {
    if (await tap("ship.sail", { hex: step.hex }, { turn: state.turn }))
      say(t("The ship sails on."), "done", undoButton());
  };
  const words = t("Sail to {place}: {costs}",
    { place: state.deck.hexes[step.hex][0], costs: costs(step) });
  return { words, sail: () => (step.end ? askEnd(store, step.end, go) : go()) };
}

/** What it costs and brings to sail to a hex. */
export function costs({ speed, water }) {
  const price = t("costs {speed} speed", { speed });
  if (!water) return price;
  return water > 0
    ? t("{price}, brings {water} water", { price, water })
    : t("{price}, takes {water} water away", { price, water: -water });
}

/** The ships for those who don't see them. */
function inWords({ map, deck, pirates }) {
  const at = (vessel) => (vessel ? deck.hexes[vessel.hex][0] : "?");
  const ours = t("Map. Our ship: {place}", { place: at(map.ship) });
  return pirates ? t("{ours}; the pirates: {place}", { ours, place: at(map.pirate) }) : ours;
}

/** What only a photo can tell, in words; "" if all of it is known. */
function missing({ map: { dark, ship: ours, pirate }, pirates }) {
  if (dark)
    return tn("{n} board turned up: photograph it.", "{n} boards turned up: photograph them.", dark);
  if (!ours) return t("Where’s your ship? Photograph the map.");
  return pirates && !pirate ? t("Where are the pirates? Photograph the map.") : "";
}

/** The photo of the map, by any phone or the host, and what only a photo can tell; `first` says
 * whether there is nothing else to do before it. */
export function photoPanel(context, first = true) {
  const { store, state, say, undoButton, looksOn } = context;
  const seat = mySeat(state) ?? state.seats[0];
  const wanted = missing(state);
  const after = () =>
    say(missing(store.state) || t("The map is up to date."), "done", undoButton(["map.read"]));
  return h("section", { key: "photo", class: "photo-row" },
    wanted && h("p", { role: "status" }, wanted),
    readingPanel(store, seat),
    !looksOn &&
      photoButton({ ...context, after }, seat, t("Photograph the map"), wanted && first ? "primary" : ""),
    !looksOn && photoLink(context, state.photo));
}
