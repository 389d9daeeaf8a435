// Print a game: each choice draws all pages at once, with their sheets and ink, so that the PDF is
// ready when its button is pressed. A tap on a card in a page prints that card alone. Your own cards
// (js/cards.js) have another address, and are drawn once there are pictures.

import { h, render } from "./dom.js";
import { icon } from "./icons.js";
import { postJson, request } from "./net.js";
import { button, roundButton } from "./parts.js";
import { t, tn } from "./words.js";

const PATIENCE = 20000; // ms
const LOOK = 300; // ms between looks at how far the print is
const form = /** @type {HTMLFormElement} */ (document.getElementById("choices"));
const own = !("game" in form.dataset);
const app = document.getElementById("print");
const printers = app.dataset.printers.split(";").map((each) => each.split(" ")); // name, paper, edge
let job = ""; // the id of the print
let seen = { done: 0, steps: 1, pictures: 0, result: null };
let choices = 0; // that were made
let asking = null; // the answer to the newest that was sent
let looking = null; // the answer to the newest look at the print
let trouble = "";
let open = 0; // the page that is shown large, from 1
let cards = []; // ids of the cards that were tapped
let only = []; // those that are printed; none for the whole game

form.addEventListener("change", ({ target }) => {
  fit(/** @type {HTMLInputElement} */ (target).name);
  start();
});
form.addEventListener("submit", (event) => event.preventDefault()); // of Enter in a field
if (!own) start();

/** A printer was measured for one paper and edge: choosing one chooses the other, or drops it. */
function fit(changed) {
  const { profile, paper, sides } = /** @type {any} */ (form.elements);
  const measured = printers.find(([name]) => name === profile?.value);
  if (!measured) return;
  const [, its, edge] = measured;
  if (changed === "profile") {
    paper.value = its;
    if (sides.value !== "single") sides.value = edge;
  } else if (paper.value !== its || ![edge, "single"].includes(sides.value)) {
    profile[0].checked = true;
  }
}

/** Only the newest of several choices is drawn, once the server has answered the one before. */
async function start() {
  const mine = ++choices;
  await asking;
  if (mine === choices) asking = begin();
}

async function begin() {
  const data = Object.fromEntries(new FormData(form));
  const order = { ...data, players: data.players ? Number(data.players) : null, only };
  const before = job;
  job = ""; // it is looked at no more
  seen = { done: 0, steps: 1, pictures: 0, result: null };
  draw();
  await looking; // a print that is replaced is gone for who still asks
  const answer = await postJson(form.dataset.to ?? "/print", { ...order, ...form.dataset, before }, PATIENCE);
  trouble = answer?.ok ? "" : failed(answer);
  job = answer?.body.id ?? "";
  draw();
  if (job) look(job);
}

async function look(name) {
  if (name !== job) return; // another choice was made
  looking = request(`/print/${name}`, {}, PATIENCE);
  const answer = await looking;
  if (name !== job) return;
  if (answer?.ok) seen = answer.body;
  trouble = answer?.ok ? "" : failed(answer);
  draw();
  if (!answer || (!seen.result && !trouble)) setTimeout(look, LOOK, name); // it may come back
}

function failed(answer) {
  return answer?.body.error?.message ?? t("Rookery isn’t responding. Try again.");
}

function draw() {
  render(app, [
    trouble && h("p", { key: "trouble", class: "panel trouble", role: "alert" }, trouble),
    only.length > 0 && h("p", { key: "only", class: "panel row" },
      tn("{n} card alone", "{n} cards alone", only.length), " ",
      button("undo", t("Print the whole game"), () => choose([]), { class: "small" })),
    seen.result?.notes.length > 0 && h("section", { key: "notes", class: "panel print-notes" },
      h("h2", {}, t("Look at this before you print")),
      h("ul", {}, seen.result.notes.map((note) => h("li", {}, note)))),
    !own && h("p", { key: "hint", class: "quiet" }, t("Tap a page to enlarge it. There you can choose a lost card to print it alone.")),
    h("ol", { key: "pages", class: "print-list" },
      Array.from({ length: seen.pictures }, (_, index) => thumb(index + 1))),
    !trouble && (job || !own) && h("footer", { key: "foot", class: "check-bar print-foot" }, foot()),
    open > 0 && open <= seen.pictures && large(),
  ]);
}

function thumb(number) {
  const page = seen.result?.pages[number - 1];
  return h("li", { key: number },
    h("button", { class: "print-page", onclick: () => show(number) },
      h("img", { src: `/print/${job}/${number}.jpg`, alt: t("Page {n}", { n: number }), loading: "lazy" })),
    h("small", {}, page ? page.kinds.join(", ") : ""));
}

function foot() {
  const { result, done, steps } = seen;
  if (!result)
    return [
      h("label", { key: "words", for: "progress", role: "status" }, t("Drawing the pages…")),
      h("progress", { key: "bar", id: "progress", max: steps, value: String(done) }),
    ];
  return [
    h("p", { key: "sheets" }, h("strong", {}, tn("{n} sheet of {paper}", "{n} sheets of {paper}", result.sheets, { paper: result.paper }))),
    h("p", { key: "contents", class: "quiet print-contents" }, result.contents.join(", ")),
    h("p", { key: "ink" }, h("label", { for: "ink" }, t("Ink"), " "),
      h("meter", { id: "ink", min: 0, max: 50, value: String(result.ink) }), " ",
      t("{n} % of the paper", { n: result.ink })),
    h("p", { key: "way", class: "quiet" }, t("Print at 100 %, {way}", { way: result.hint })),
    h("a", { key: "save", class: "button primary", href: `/print/${job}/file.pdf`, download: result.file },
      icon("download"), t("Save the PDF")),
    result.more && h("a", { key: "more", class: "button", href: `/print/${job}/file.zip`, download: result.more },
      icon("download"), t("Save tags and cuts")),
  ];
}

/** A page as large as the screen allows, its cards as buttons. */
function large() {
  const page = seen.result?.pages[open - 1];
  return h("dialog",
    { key: `large-${open}`, class: "print-large", "aria-label": t("Page {n}", { n: open }),
      mounted: (dialog) => dialog.showModal(), onclose: () => show(0) },
    h("div", { class: "print-sheet" },
      h("img", { src: `/print/${job}/${open}.jpg`, alt: "" }),
      page?.cards.map(({ id, name, box: [x, y, wide, high] }) => h("button",
        { key: `${id}-${x}-${y}`, class: "print-card bare", "aria-label": name, title: name,
          "aria-pressed": String(cards.includes(id)), vars: { x, y, wide, high }, onclick: () => pick(id) }))),
    h("div", { class: "row" },
      cards.length > 0 && button("tick", tn("Print {n} card alone", "Print {n} cards alone", cards.length),
        () => choose(cards), { class: "primary" }),
      roundButton("close", t("Close"), () => show(0))));
}

function show(number) {
  open = number;
  draw();
}

function pick(id) {
  cards = cards.includes(id) ? cards.filter((one) => one !== id) : [...cards, id];
  draw();
}

function choose(ids) {
  [only, cards, open] = [ids, [], 0];
  start();
}
