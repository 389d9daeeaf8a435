// The join page: a name, a colour, in. The seat's cookie brings this phone back to the same seat ever after.

import { render } from "./dom.js";
import { icon } from "./icons.js";
import { freshKey } from "./keys.js";
import { postJson } from "./net.js";

const PATIENCE = 8000; // ms
const form = document.getElementById("join");
const trouble = document.getElementById("trouble");

for (const disc of document.querySelectorAll(".disc[data-symbol]")) {
  disc.style.setProperty("--seat", disc.dataset.ink);
  render(disc, icon(disc.dataset.symbol));
}

const key = freshKey(); // one a page: pressing twice, or after a lost answer, takes one seat

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  trouble.textContent = "";
  const data = new FormData(form);
  const answer = await postJson(
    form.action,
    { name: data.get("name").trim(), colour: data.get("colour"), key: `${key}-${data.get("colour")}` },
    PATIENCE,
  );
  if (answer && answer.status < 300) return location.assign(form.dataset.next);
  button.disabled = false;
  trouble.textContent = answer
    ? (answer.body.error?.message ?? `The table said no (${answer.status}).`)
    : "No answer from the table. Are you in the same Wi-Fi? Try again.";
  if (answer?.status === 409) offerReload();
});

/** Someone else was quicker: the colours on this page are old. */
function offerReload() {
  const link = document.createElement("a");
  link.href = location.href;
  link.className = "button";
  link.textContent = "Show free colours";
  trouble.append(" ", link);
}
