// Check a photo: sent to be read, shown with what was read, and sent again with each answer, which
// closes what a photo can't show; once something was corrected by hand, only what was read is sent.
// Nothing of it stays on the server.

import { positionIn } from "../solitaire/board.js";
import { byHand } from "./by-hand.js";
import { h, render } from "./dom.js";
import { guarded } from "./guard.js";
import { icon } from "./icons.js";
import { postJson, request } from "./net.js";
import { button } from "./parts.js";
import { Store } from "./store.js";
import { t, tn } from "./words.js";

const MOST_MB = 30; // web/photos.py
const PATIENCE = 60000; // ms: a photo takes seconds to send and to read
const app = document.getElementById("check");
const draw = guarded(app, () => render(app, view()));
let photo = null; // the file, to be sent again
let url = ""; // the photo itself, while it is read
let asked = {}; // answers by the names of their questions
let skipped = []; // names of questions
let picked = []; // of a question with several answers
let reading = null;
let trouble = "";
let busy = false;
let sent = Promise.resolve(true); // corrections, one after the other
const store = new Store(); // what only this screen remembers, for the phones' sheets

store.subscribe(draw);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
draw();

function view() {
  if (busy) return waiting();
  if (!reading) return start();
  const question = reading.questions.find(({ name }) => !skipped.includes(name));
  return [
    h("div", { key: "result", class: "check-result" },
      verdict(),
      h("img", { class: "check-photo", src: reading.overlay,
        alt: t("Photo with every card that was read outlined") }),
      h("div", { class: "stack check-words" },
        list("violations", t("Broken rules"), reading.violations),
        list("doubts", t("Unsure"), reading.doubts),
        trouble && h("p", { key: "trouble", class: "panel trouble", role: "alert" }, trouble),
        byHand(store, reading, correct),
        h("div", { key: "more", class: "row" },
          reading.board && h("a",
            { key: "solve", class: "button",
              href: `/solve#${reading.board}:${positionIn(reading)}${reading.position ? "" : "?"}` },
            ...(reading.position ? [icon("lamp"), t("Solve this board")] : [icon("pen"), t("Correct by hand")])),
          share(), save(), shutters("")))),
    question && ask(question),
  ];
}

function start() {
  return h("section", { key: "start", class: "panel stack check-start" },
    h("p", { class: "lead" }, t("Photograph the table from above. Rookery reads the cards, checks the rules and adds up the points.")),
    shutters("primary"),
    h("p", { class: "quiet" }, t("The photo is read on the computer that runs Rookery, and isn’t kept.")),
    trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, trouble));
}

function waiting() {
  return h("section", { key: "waiting", class: "panel stack check-start", role: "status" },
    url && h("img", { class: "check-photo is-read", src: url, alt: "" }),
    h("p", { class: "lead" }, icon("hourglass"), " ", t("Reading the photo…")));
}

function verdict() {
  const { verdict: found, title, complete, facts, violations } = reading;
  const words = {
    legal: complete ? t("Every rule is kept") : t("No rule is broken so far"),
    illegal: tn("{n} rule is broken", "{n} rules are broken", violations.length),
    unsure: t("The photo leaves something open"),
  };
  const sign = { legal: "tick", illegal: "close", unsure: "help" }[found];
  return h("section", { key: "verdict", class: `panel check-verdict is-${found}`, "aria-live": "polite" },
    h("p", { class: "label" }, title),
    h("h2", {}, icon(sign), words[found]),
    h("ul", {}, facts.map((fact) => h("li", {}, fact))),
    reading.by_hand && h("p", { key: "hand" }, icon("pen"), " ", t("Corrected by hand")));
}

function list(key, title, rows) {
  if (!rows.length) return null;
  return h("section", { key, class: "panel" },
    h("h2", {}, title),
    h("ul", { class: "check-list" },
      rows.map(({ place, text, remedy }) => h("li", {},
        place && h("strong", {}, place, ": "), text,
        remedy && h("small", {}, remedy)))));
}

/** One question at a time, at the foot of the screen. */
function ask({ name, text, choices, number = 1 }) {
  const answer = (value) => {
    picked = [];
    const answers = { ...asked, [name]: value };
    if (reading.by_hand) correct(null, answers);
    else send(answers);
  };
  const tap = (value) => {
    if (number === 1) return answer(value);
    picked = picked.includes(value) ? picked.filter((one) => one !== value) : [...picked, value];
    if (picked.length === number) return answer(picked);
    draw();
  };
  const skip = () => {
    skipped.push(name);
    picked = [];
    draw();
  };
  return h("section", { key: "ask", class: "check-bar", "aria-labelledby": "question" },
    h("h2", { id: "question" }, text),
    h("div", { class: "row", "data-quick": true },
      choices.map(([words, value]) => h("button",
        { key: words, class: "small", "aria-pressed": number > 1 ? String(picked.includes(value)) : null, onclick: () => tap(value) },
        words)),
      h("button", { key: "skip", class: "small", onclick: skip }, t("Skip"))));
}

function shutters(look) {
  return [
    shutter("camera", t("Take a photo"), look, "image/*", "environment"),
    shutter("photo", t("Choose a photo"), "", "image/*", null),
  ];
}

function shutter(sign, words, look, accept, capture) {
  return h("label", { key: sign, class: `button file ${look}` }, icon(sign), words,
    h("input", { type: "file", accept, capture, onchange: ({ target }) => take(target.files[0], target) }));
}

function take(file, input) {
  if (!file) return;
  trouble = file.size > MOST_MB * 1024 * 1024 - 4096 ? t("That file is larger than {most} MB.", { most: MOST_MB }) : "";
  if (!trouble) {
    [photo, reading, skipped, url] = [file, null, [], file.type.startsWith("image/") ? URL.createObjectURL(file) : ""];
    store.show({ sheet: "" });
    send({});
  }
  if (input) input.value = ""; // the same file may be taken again
  draw();
}

async function send(answers) {
  const shot = photo;
  busy = true;
  draw();
  const body = new FormData();
  body.append("photo", photo, photo.name || "photo.jpg");
  body.append("game", reading?.game ?? "");
  body.append("asked", JSON.stringify(answers));
  const answer = await request("/check/photo", { method: "POST", body }, PATIENCE);
  if (photo !== shot) return; // another one was dropped meanwhile
  busy = false;
  trouble = "";
  if (answer?.ok) [reading, asked] = [answer.body, answers];
  else trouble = problem(answer);
  draw();
}

/** Send what was read with a change by hand, or with a new answer; return whether it counted. */
function correct(change, answers = null) {
  const shot = photo;
  sent = sent.then(async () => {
    if (photo !== shot) return false;
    const { game, seats, overlay } = reading;
    const body = { game, seats, asked: answers ?? asked, change };
    const answer = await postJson("/check/fixed", body, PATIENCE);
    if (photo !== shot) return false;
    trouble = answer?.ok ? "" : problem(answer);
    if (answer?.ok) [reading, asked] = [{ ...answer.body, overlay }, body.asked];
    draw();
    return Boolean(answer?.ok);
  });
  return sent;
}

function problem(answer) {
  return answer?.body.error?.message ?? t("Rookery isn’t responding. Try again.");
}

function share() {
  const file = new File([picture()], "rookery.jpg", { type: "image/jpeg" });
  if (!navigator.canShare?.({ files: [file] })) return null; // as over plain http
  return button("photo", t("Share the picture"), () => navigator.share({ files: [file] }).catch(() => {}), { key: "share" });
}

function save() {
  return h("a", { key: "save", class: "button", href: reading.overlay, download: "rookery.jpg" },
    icon("download"), t("Save the picture"));
}

function picture() {
  const letters = atob(reading.overlay.split(",")[1]);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
