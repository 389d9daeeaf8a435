// The join page: a name, a colour, in; or with the host's pass back into the seat that one had on another phone. The
// seat's cookie brings this phone back to the same seat ever after.

import { render } from "./dom.js";
import { icon } from "./icons.js";
import { freshKey } from "./keys.js";
import { postJson } from "./net.js";
import { t } from "./words.js";

const PATIENCE = 8000; // ms
const ME = "rookery:me"; // this phone's name and colour, for the next table
const key = freshKey(); // one a page: pressing twice, or after a lost answer, takes one seat

for (const disc of document.querySelectorAll(".disc[data-symbol]")) {
  disc.style.setProperty("--seat", disc.dataset.ink);
  render(disc, icon(disc.dataset.symbol));
}

const back = document.querySelector(".back");
if (back && location.hash === "#moved") back.open = true;

recall(document.getElementById("join"));
onSubmit("join", {
  body: (data) => {
    const me = { name: data.get("name").trim(), colour: data.get("colour") };
    remember(me);
    return { ...me, key: `${key}-${me.colour}` };
  },
  refused: (answer, trouble) => answer?.body.error?.code === "taken" && offerReload(trouble),
});

let lost = false; // an answer: the pass may be used up by now, and the seat ours
onSubmit("return", {
  body: (data) => ({ pass: data.get("pass") }),
  refused: (answer, _trouble, next) =>
    answer && lost ? location.assign(next) : (lost ||= !answer),
});

/** Send the form called `id` by script: on to the table, or the reason why not beside its button. */
function onSubmit(id, { body, refused }) {
  const form = document.getElementById(id);
  const button = form?.querySelector("button[type=submit]");
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

function remember(me) {
  try {
    localStorage.setItem(ME, JSON.stringify(me));
  } catch {
    // a private window remembers nothing
  }
}

/** Fill in what this phone's player is called, and the colour if it is free. */
function recall(form) {
  try {
    const me = JSON.parse(localStorage.getItem(ME));
    form.elements.name.value ||= me.name;
    form.querySelector(`input:enabled[value="${CSS.escape(me.colour)}"]`).checked = true;
  } catch {
    // nobody has sat down yet, or there is no such colour
  }
}

/** Someone else was quicker: the colours on this page are old. */
function offerReload(trouble) {
  const link = document.createElement("a");
  link.href = location.href;
  link.className = "button";
  link.textContent = t("Show free colours");
  trouble.append(" ", link);
}
