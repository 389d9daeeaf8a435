// The join page: a name and a colour, or the host's pass back into a seat on another phone. From
// then on the seat's cookie brings this phone back to the same seat.

import { render } from "./dom.js";
import { icon } from "./icons.js";
import { freshKey } from "./keys.js";
import { postJson, request } from "./net.js";
import { load, save } from "./storage.js";
import { t } from "./words.js";

const PATIENCE = 8000; // ms
const PAUSE = 1500; // ms between two looks whether the host has answered
const LOOKS = 40; // a minute, as long as the host's screen shows the question
const ME = "rookery:me"; // this phone's name and colour, for the next table
const key = freshKey(); // one a page, so that pressing twice takes one seat

/** @type {NodeListOf<HTMLElement>} */
const discs = document.querySelectorAll(".disc[data-symbol]");
for (const disc of discs) {
  disc.style.setProperty("--seat", disc.dataset.ink);
  render(disc, icon(disc.dataset.symbol));
}

/** @type {HTMLDetailsElement | null} */
const back = document.querySelector(".back");
if (back && location.hash === "#moved") back.open = true;

recall(document.getElementById("join"));
onSubmit("join", {
  body: (data) => {
    const me = { name: String(data.get("name")).trim(), colour: data.get("colour") };
    save(ME, JSON.stringify(me));
    return { ...me, key: `${key}-${me.colour}` };
  },
  refused: (answer, trouble) => answer?.body.error?.code === "taken" && offerReload(trouble),
});

let lost = false; // whether an answer got lost: then the seat may be ours already
onSubmit("return", {
  body: (data) => ({ pass: data.get("pass") }),
  refused: (answer, _trouble, next) =>
    answer && lost ? location.assign(next) : (lost ||= !answer),
});

/** @type {NodeListOf<HTMLButtonElement>} */
const asks = document.querySelectorAll("[data-ask]");
for (const button of asks) button.addEventListener("click", () => askFor(button));

/** Ask the host for a seat, and go on there once they have let this phone in. */
async function askFor(button) {
  const { ask } = button.dataset;
  const words = document.querySelector(".ask .trouble");
  for (const one of asks) one.disabled = true;
  let answer = await postJson(`${ask}/ask`, {}, PATIENCE);
  words.textContent = answer?.ok
    ? t("The host’s screen now shows “Let in”. Waiting for the host…")
    : reason(answer);
  for (let look = 0; answer?.ok && look < LOOKS; look += 1) {
    await new Promise((done) => setTimeout(done, PAUSE));
    answer = (await request(`${ask}/ask`, { cache: "no-store" }, PATIENCE)) ?? answer;
    if (answer.body.seated) return location.assign(ask.split("/seats/")[0]);
  }
  if (answer?.ok) words.textContent = t("The host hasn’t answered. Ask again.");
  for (const one of asks) one.disabled = false;
}

/** Send the form called `id` by script, then go to the table or show why not. */
function onSubmit(id, { body, refused }) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById(id));
  const button = form?.querySelector("button");
  const trouble = form?.querySelector(".trouble");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    trouble.textContent = "";
    const answer = await postJson(form.action, body(new FormData(form)), PATIENCE);
    if (answer && answer.status < 300)
      return location.assign(answer.body.place ?? form.dataset.next);
    button.disabled = false;
    trouble.textContent = reason(answer);
    refused?.(answer, trouble, form.dataset.next);
  });
}

function reason(answer) {
  if (!answer) return t("The table isn’t responding. Are you on the same Wi-Fi? Try again.");
  return answer.body.error?.message ?? t("That didn’t work ({status}).", { status: answer.status });
}

/** Fill in this phone's last name, and its colour if that is free. */
function recall(form) {
  try {
    const me = JSON.parse(load(ME));
    form.elements.name.value ||= me.name;
    form.querySelector(`input:enabled[value="${CSS.escape(me.colour)}"]`).checked = true;
  } catch {
    // nobody has sat down yet, or there is no such colour
  }
}

/** Offer to reload the page, whose colours are outdated. */
function offerReload(trouble) {
  const link = document.createElement("a");
  link.href = location.href;
  link.className = "button";
  link.textContent = t("Show free colours");
  trouble.append(" ", link);
}
