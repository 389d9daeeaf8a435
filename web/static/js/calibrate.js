// Calibrate a printer: a photo of each side of the test sheet and a name make a profile.

import { h, render } from "./dom.js";
import { icon } from "./icons.js";
import { request } from "./net.js";
import { button } from "./parts.js";
import { t } from "./words.js";

const MOST_MB = 30; // web/photos.py: of both photos together
const PATIENCE = 90000; // ms: two photos take seconds to send and to read
const app = document.getElementById("measure");
const photos = { front: null, back: null }; // {file, url}
let name = "";
let trouble = "";
let busy = false;
let done = null; // what the printer did, in words

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const target = /** @type {HTMLElement} */ (event.target);
  const slot = /** @type {HTMLElement} */ (target.closest("[data-side]"))?.dataset.side;
  const [first, second] = event.dataTransfer.files;
  if (second) take({ front: first, back: second });
  else if (first) take({ [slot ?? (photos.front ? "back" : "front")]: first });
});
draw();

function draw() {
  render(app, done ? result() : steps());
}

function steps() {
  const ready = photos.front && photos.back && name.trim();
  const known = app.dataset.known.split(" ").find((one) => one && one.toLowerCase() === name.trim().toLowerCase());
  return [
    h("h2", { key: "two" }, t("2. Photograph both sides")),
    h("p", { key: "how" }, t("Lay the sheet flat and alone on something plain and darker. Photograph it from straight above, close, with all four edges in view. Then turn it over.")),
    h("div", { key: "slots", class: "calibrate-slots" }, slot("front", t("Photo of the front")), slot("back", t("Photo of the back"))),
    h("h2", { key: "three" }, t("3. Name your printer")),
    h("label", { key: "label", for: "printer" }, t("Printer and paper, such as office-a4")),
    h("input", { key: "name", id: "printer", maxlength: 40, autocomplete: "off", value: name,
      oninput: ({ target }) => { name = target.value; draw(); } }),
    trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, trouble),
    busy
      ? h("p", { key: "busy", role: "status" }, icon("hourglass"), " ", t("Measuring the photos…"))
      : button("tick", known ? t("Measure and replace {name}", { name: known }) : t("Measure and save"), send, { key: "send", class: ready ? "primary" : "", disabled: !ready }),
    h("p", { key: "kept", class: "quiet" }, t("Only the measured numbers are saved, not the photos.")),
  ];
}

function slot(side, words) {
  const photo = photos[side];
  return h("label", { key: side, class: "button file calibrate-slot", "data-side": side },
    photo && h("img", { key: photo.url, src: photo.url, alt: "", onerror: ({ target }) => target.remove() }),
    h("span", { key: "words" }, icon(photo ? "tick" : "camera"), words, photo && h("small", {}, photo.file.name)),
    h("input", { key: "input", type: "file", accept: "image/*", disabled: busy, onchange: ({ target }) => {
      if (target.files[0]) take({ [side]: target.files[0] });
      target.value = ""; // the same file may be taken again
    } }));
}

function take(files) {
  if (busy || done) return;
  for (const [side, file] of Object.entries(files)) {
    if (photos[side]) URL.revokeObjectURL(photos[side].url);
    photos[side] = { file, url: URL.createObjectURL(file) };
  }
  trouble = "";
  draw();
}

async function send() {
  const files = Object.entries(photos);
  const size = files.reduce((sum, [, { file }]) => sum + file.size, 0);
  trouble = size > MOST_MB * 1024 * 1024 - 4096 ? t("The photos are larger than {most} MB together.", { most: MOST_MB }) : "";
  if (trouble) return draw();
  busy = true;
  draw();
  const body = new FormData();
  body.append("name", name);
  for (const [side, { file }] of files) body.append(side, file, `${side}.jpg`);
  const answer = await request("/calibrate/photos", { method: "POST", body }, PATIENCE);
  busy = false;
  if (answer?.ok) done = answer.body;
  else trouble = answer?.body.error?.message ?? t("Rookery isn’t responding. Try again.");
  draw();
}

function result() {
  return [
    h("h2", { key: "saved", role: "status" }, t("{name} is saved", { name: done.name })),
    h("p", { key: "back" }, t("Your printer puts backs off by: {back}.", { back: done.back })),
    h("p", { key: "front", class: "quiet" }, t("Fronts: {front}.", { front: done.front })),
    h("p", { key: "next" }, t("Choose it as your printer when you print, and both sides line up.")),
    h("div", { key: "ways", class: "row" },
      h("a", { class: "button primary", href: `/print?profile=${done.name}` }, icon("tick"), t("Print with {name}", { name: done.name })),
      h("a", { class: "button", href: "/calibrate" }, t("Measure another printer"))),
  ];
}
