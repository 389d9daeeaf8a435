// The deck preview: it asks for the deck file's state while the page is visible. While the file has
// an error, the last version that worked stays.

import { h, render } from "../js/dom.js";
import { request } from "../js/net.js";
import { t, tn } from "../js/words.js";

const PAUSE = 700; // ms between two looks
const PATIENCE = 20000; // ms: a large deck takes a moment to draw

const at = (id) => document.getElementById(id);
const choice = /** @type {HTMLFormElement} */ (at("choice"));
const { command } = document.querySelector("main").dataset;
let seen = null;
let lost = false;

async function look() {
  if (document.hidden) return;
  const answer = await request("/state", { cache: "no-cache" }, PATIENCE);
  const before = [lost, seen?.revision];
  lost = !answer?.ok;
  if (!lost) seen = answer.body;
  if (lost !== before[0] || seen?.revision !== before[1]) show();
}

async function watch() {
  await look();
  setTimeout(watch, PAUSE);
}

function show() {
  at("about").textContent = about();
  render(at("news"), lost ? stopped() : faults());
  if (!seen) return;
  render(at("words"), [advice(), differences()]);
  at("cards").classList.toggle("old", seen.faults.length > 0);
  at("cards").classList.toggle("real", choice.real.checked);
  render(at("cards"), seen.groups.map(kind));
  document.body.dataset.revision = seen.revision;
}

function about() {
  if (lost) return t("The preview has stopped.");
  if (!seen.game) return t("Not a deck yet.");
  const mistakes = seen.faults.length;
  if (mistakes) {
    return tn(
      "{n} error. Showing the last version that worked.",
      "{n} errors. Showing the last version that worked.",
      mistakes);
  }
  const { game, count, deck } = seen;
  return tn("{game}: {n} piece, deck {deck}", "{game}: {n} pieces, deck {deck}",
    count, { game, deck });
}

function stopped() {
  return h("section", { class: "panel faults" },
    h("h2", {}, t("No response")),
    h("p", {}, t("Start it again: {command}", { command })));
}

function faults() {
  if (!seen.faults.length) return [];
  return h("section", { class: "panel faults" },
    h("h2", {}, tn("{n} error", "{n} errors", seen.faults.length)),
    h("ul", {}, seen.faults.map(fault)));
}

function fault(one) {
  const place = [one.line ? t("Line {n}", { n: one.line }) : "", one.field]
    .filter(Boolean)
    .join(", ");
  return h("li", {},
    place ? h("strong", {}, place) : null,
    h("span", {}, one.problem),
    one.remedy ? h("span", { class: "remedy" }, one.remedy) : null,
    one.text ? h("pre", {}, one.text) : null);
}

function advice() {
  if (!seen.advice.length) return null;
  return h("section", { key: "advice", class: "panel advice" },
    h("h2", {}, t("Suggestions")),
    h("ul", { class: "notes" }, seen.advice.map((each) => h("li", {}, each))));
}

function differences() {
  if (!seen.differences.length) return null;
  return h("details", { key: "differences", class: "panel" },
    h("summary", {}, differ(seen.differences.length)),
    h("ul", { class: "notes" }, seen.differences.map((each) => h("li", {}, each))));
}

function kind(group) {
  const pieces = group.pieces.filter((piece) => piece.yours || !choice.yours?.checked);
  if (!pieces.length) return null;
  return h("section", { key: group.kind, class: "kind" },
    h("h2", {}, group.title, " ", h("span", { class: "quiet" }, `× ${group.count}`)),
    h("div", { class: "kind-pieces" }, pieces.map(figure)));
}

function figure(piece) {
  const faces = piece.faces.filter((face) => face === "front" || choice.backs.checked);
  const pictures = (deck) =>
    h("div", { class: "piece-faces" }, faces.map((face) => picture(piece, face, deck)));
  const compared = piece.yours && piece.usual && choice.usual?.checked;
  return h("figure", { key: piece.id, class: "piece", "data-piece": piece.id },
    h("div", { class: "piece-pair" },
      pictures(seen.shown),
      compared
        ? h("div", {}, pictures("standard"), h("span", { class: "quiet" }, t("standard")))
        : null),
    h("figcaption", {},
      h("span", {},
        piece.count > 1 ? t("{piece}, {n} copies", { piece: piece.id, n: piece.count }) : piece.id),
      piece.yours ? h("span", { class: "yours" }, t("yours")) : null));
}

function picture(piece, face, deck) {
  const names = [deck, choice.ink.value, piece.id, face].map(encodeURIComponent);
  return h("img",
    { key: face, src: `/faces/${names.join("/")}.svg`, alt: `${piece.id}, ${face}`, loading: "lazy",
      width: Math.round(piece.width * 2.6), height: Math.round(piece.height * 2.6),
      vars: { mm: piece.width } });
}

function differ(n) {
  return tn("{n} difference from the standard deck", "{n} differences from the standard deck", n);
}

choice.addEventListener("change", () => seen && show());
choice.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("visibilitychange", look);
watch();
