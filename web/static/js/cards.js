// The pictures of your own cards: each is sent once; then js/print.js draws the sheets, also for
// each other choice. They are deleted when the page is closed.

import { h, render } from "./dom.js";
import { icon } from "./icons.js";
import { request } from "./net.js";
import { button, roundButton } from "./parts.js";
import { t, tn } from "./words.js";

const MOST_MB = 30; // of a file: web/photos.py
const PATIENCE = 60000; // ms
const form = /** @type {HTMLFormElement} */ (document.getElementById("choices"));
const app = document.getElementById("pile");
const id = [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(16).padStart(2, "0")).join("");
const names = { fronts: [], backs: [] };
let troubles = [];
let queue = 0; // files that are still to be sent
let cancelled = false;

form.dataset.to = `/cards/${id}/print`;
addEventListener("pagehide", () => navigator.sendBeacon(`/cards/${id}/remove`));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const target = /** @type {HTMLElement} */ (event.target);
  const slot = /** @type {HTMLElement} */ (target.closest("[data-side]"))?.dataset.side;
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  send(slot ?? "fronts", (await Promise.all(entries.map(filesOf))).flat());
});
draw();

/** All files of a dropped file or folder. */
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // 100 at most
    if (!some.length) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesOf))).flat();
}

function draw() {
  render(app, [
    slot("fronts", t("Fronts: pictures or a PDF")),
    slot("backs", t("Backs: one for all, or one each")),
    queue > 0 && h("p", { key: "sending", class: "row", role: "status" },
      tn("{n} picture is still to be sent", "{n} pictures are still to be sent", queue), " ",
      button("close", t("Cancel"), () => (cancelled = true), { type: "button", class: "small" })),
    troubles.length > 0 && h("div", { key: "troubles", class: "trouble", role: "alert" },
      h("ul", {}, troubles.map((text) => h("li", {}, text)))),
    h("p", { key: "counts", class: "quiet" }, t("“goblin x3.png” is printed three times. Backs belong to the fronts of the same name, or in the same order.")),
    h("p", { key: "table", class: "quiet" }, t("Add a CSV with the columns front and count to print only the cards in it.")),
  ]);
}

function slot(side, words) {
  const list = names[side];
  return h("div", { key: side, class: "cards-slot", "data-side": side },
    h("label", { key: "add", class: "button file" }, icon("photo"), words,
      h("input", { type: "file", multiple: true, accept: app.dataset.endings, onchange: (event) => {
        event.stopPropagation(); // nothing is drawn before the pictures have arrived
        send(side, [...event.target.files]);
        event.target.value = "";
      } })),
    list.length > 0 && h("details", { key: "list" },
      h("summary", {}, tn("{n} file", "{n} files", list.length)),
      h("ul", {}, list.map((name) => h("li", { key: name, class: "row" }, h("span", {}, name),
        roundButton("close", t("Leave out {name}", { name }), () => leaveOut(side, name), { type: "button" }))))));
}

async function send(side, dropped) {
  const files = dropped.filter(({ name }) => !/^(\.|(thumbs\.db|desktop\.ini)$)/i.test(name)); // systems' own
  if (!files.length) {
    troubles = [t("There are no files in it.")];
    return draw();
  }
  troubles = [];
  cancelled = false;
  queue += files.length;
  draw();
  for (const file of files) {
    if (!cancelled) await sendOne(side, file);
    queue -= 1;
    draw();
  }
  const kept = names.fronts.length + names.backs.length;
  if (!queue && kept) form.dispatchEvent(new Event("change")); // the sheets are drawn again
}

async function sendOne(side, file) {
  if (file.size > MOST_MB * 1024 * 1024 - 4096)
    return void troubles.push(`${file.name}: ${t("That file is larger than {most} MB.", { most: MOST_MB })}`);
  const body = new FormData();
  body.append("picture", file, file.name);
  const answer = await request(`/cards/${id}/${side}`, { method: "POST", body }, PATIENCE);
  const name = answer?.body.name;
  const isTable = (one) => one.endsWith(".csv"); // it lies beside the fronts, instead of the last
  const at = name && isTable(name) ? "fronts" : side;
  if (answer?.ok) names[at] = [...names[at].filter((one) => one !== name && !(isTable(one) && isTable(name))), name];
  else {
    troubles.push(`${file.name}: ${answer?.body.error?.message ?? t("Rookery isn’t responding. Try again.")}`);
    cancelled ||= !answer || answer.status === 413; // the others would be refused, too
  }
}

async function leaveOut(side, name) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ side, name });
  const answer = await request(`/cards/${id}/remove`, { method: "POST", headers, body }, PATIENCE);
  if (answer?.status !== 204) troubles = [answer?.body.error?.message ?? t("Rookery isn’t responding. Try again.")];
  else names[side] = names[side].filter((one) => one !== name);
  draw();
  form.dispatchEvent(new Event("change"));
}
