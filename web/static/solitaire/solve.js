// Solve a board that somebody set up: tapped, or read from a photo of it, of which only the tops of
// stacks are certain. The answer is shown hop by hop.

import { h, render } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { postJson, request } from "../js/net.js";
import { button, chip, chips } from "../js/parts.js";
import { t, tn } from "../js/words.js";
import { board, hopInWords, positionIn } from "./board.js";

const PATIENCE = 60000; // ms
// a board in an address, as of a checked photo; "?" after the tops of stacks
const BOARD = /^#(\d+x\d+):([SML,/]*)(\?)?$/;
const TOPS = t("A photo shows only the top pyramids. Add those below them: take the top away, then build the stack.");
const app = document.getElementById("solve");
const { sizes, pips, start } = app.dataset;
const stack = start.split(/[,/]/)[0]; // on each square of a full board
const PYRAMIDS = { S: t("Small"), M: t("Medium"), L: t("Large") };
let size = "";
let position = "";
let piece = "L"; // what a tap adds; "" takes the top one away
let answer = null;
let step = 0; // hops that are shown done
let words = ""; // what went wrong, or what to look at
let busy = false;

const given = BOARD.exec(location.hash);
if (given) lay(given[1], given[2], given[3] && TOPS);
else fill(sizes.split(" ")[0], stack);

function fill(name, each) {
  const [rows, columns] = name.split("x").map(Number);
  lay(name, Array(rows).fill(Array(columns).fill(each).join(",")).join("/"));
}

function lay(name, text, note = "") {
  [size, position, answer, step, words] = [name, text, null, 0, note];
  draw();
}

function draw() {
  render(app, busy ? h("p", { class: "panel", role: "status" }, icon("hourglass"), " ", t("One moment…")) : view());
}

function view() {
  const shown = step ? answer.steps[step - 1].position : position;
  const next = answer?.steps[step]?.hop;
  const columns = Number(size.split("x")[1]);
  // the board takes hops; here each square starts one, so that every tap on it comes back at once
  const tapped = { ui: {}, show: ({ picked }) => picked && tap(picked) };
  const context = { store: tapped, state: { board: { columns, pips: JSON.parse(pips) } } };
  const squares = shown.split("/").flatMap((row, y) => row.split(",").map((_, x) => `${String.fromCharCode(97 + x)}${y + 1}-`));
  const seat = { id: "solve", name: t("Solve"), position: shown, hops: squares };
  return [
    h("div", { key: "all", class: "check-result" },
      h("div", { key: "board", class: "solve-board" },
        board(context, seat, { onhop: answer ? null : () => {}, advised: next })),
      h("div", { key: "words", class: "stack" },
        words && h("p", { class: "panel", role: "alert" }, words),
        answer ? solution(next) : editor())),
    h("div", { key: "bar", class: "check-bar row" }, answer ? steps() : foot()),
  ];
}

function editor() {
  return h("section", { key: "editor", class: "panel stack" },
    h("p", {}, t("Tap the squares as your board is, from the bottom of each stack up.")),
    chips(t("Pyramid"),
      Object.entries(PYRAMIDS).map(([name, label]) => choice(name, label)),
      choice("", t("Take away"))),
    h("div", { class: "row" },
      button("table", t("Full board"), () => fill(size, stack), { class: "small" }),
      button("close", t("Empty board"), () => fill(size, ""), { class: "small" })),
    chips(t("Board"), sizes.split(" ").map((name) => chip(name, name === size, () => fill(name, stack), { key: name }))),
    h("label", { class: "button file" }, icon("camera"), t("Photograph the board"),
      h("input", { type: "file", accept: "image/*", onchange: ({ target }) => photograph(target.files[0]) })));
}

function choice(name, label) {
  return chip(label, piece === name, () => {
    piece = name;
    draw();
  }, { key: label });
}

function foot() {
  return button("lamp", t("Solve"), solve, { class: "primary" });
}

function solution(next) {
  const { best, proven } = answer;
  return h("section", { key: "solution", class: "panel stack", "aria-live": "polite" },
    h("h2", {}, tn("{n} pip is left at best", "{n} pips are left at best", best)),
    !proven && h("p", { class: "quiet" }, t("That’s the best found so far; a better end may exist.")),
    h("p", {}, next ? hopInWords(next) : t("The end")),
    h("p", { class: "quiet" }, t("{n} of {all} hops done", { n: step, all: answer.steps.length })));
}

function steps() {
  const go = (change) => () => {
    step += change;
    draw();
  };
  return [
    button("pen", t("Change the board"), () => lay(size, position)),
    button("undo", t("Hop back"), go(-1), { disabled: step === 0 }),
    button("redo", t("Next hop"), go(1), { class: "primary", disabled: step === answer.steps.length }),
  ];
}

function tap(square) {
  const rows = position.split("/").map((row) => row.split(","));
  const [x, y] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
  rows[y][x] = piece ? rows[y][x] + piece : rows[y][x].slice(0, -1);
  lay(size, rows.map((row) => row.join(",")).join("/"));
}

async function solve() {
  const found = await waited(postJson("/solve", { board: size, position }, PATIENCE));
  if (found?.ok) answer = found.body;
  words = found?.ok ? "" : failed(found);
  draw();
}

async function photograph(file) {
  if (!file) return;
  const body = new FormData();
  body.append("photo", file, file.name || "photo.jpg");
  body.append("game", "solitaire");
  const found = await waited(request("/check/photo", { method: "POST", body }, PATIENCE));
  const { board: read, position: seen } = found?.ok ? found.body : {};
  if (read) return lay(read, positionIn(found.body), !seen && TOPS);
  words = found?.ok ? t("No board was found in the photo. Make sure all of it is in view.") : failed(found);
  draw();
}

async function waited(request) {
  busy = true;
  draw();
  const found = await request;
  busy = false;
  return found;
}

function failed(found) {
  return found?.body.error?.message ?? t("Rookery isn’t responding. Try again.");
}
