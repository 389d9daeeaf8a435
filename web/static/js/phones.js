// A seat goes on on another phone (an empty battery, a lost cookie): the host shows a pass for it, six digits that
// are good once and for some minutes. Whoever types or scans it at the door has the seat, and the old phone is out.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { postJson } from "./net.js";
import { sheet } from "./sheet.js";
import { disc, seatOf } from "./seats.js";

const PATIENCE = 8000; // ms

/** Open the list of the seats. */
export function showPhones(store) {
  store.show({ sheet: "phones", pass: null });
}

/** Every seat, each with its button. */
export function phonesSheet(context) {
  const { state, closeSheet } = context;
  return sheet(
    { name: "phones", title: "The players\u2019 phones", onclose: closeSheet },
    h("p", {}, "Battery empty, or the seat lost? Another phone can go on with it, secret hand and all."),
    h(
      "ul",
      { class: "seat-list" },
      state.seats.map((seat) => phoneRow(context, seat)),
    ),
  );
}

function phoneRow(context, seat) {
  const asked = context.store.ui.asking === seat.id;
  return h(
    "li",
    { key: seat.id, class: "seat-row phone-row" },
    disc(seat),
    h("span", { class: "seat-name" }, seat.name),
    h(
      "button",
      {
        class: "small",
        disabled: asked,
        "aria-label": `Move to another phone: ${seat.name}`,
        onclick: () => givePass(context, seat),
      },
      icon("phone"),
      "Move to another phone",
    ),
  );
}

/** Ask the server for a pass; a newer one makes the older one void. */
async function givePass(context, seat) {
  const { store, base } = context;
  store.show({ asking: seat.id });
  const answer = await postJson(`${base}/seats/${seat.id}/pass?view=host`, {}, PATIENCE);
  store.show({ asking: null });
  if (answer?.status !== 200) return refuse(context, answer);
  const { pass: digits, minutes, url } = answer.body;
  const life = minutes * 60_000; // ms
  const pass = { seat: seat.id, digits, minutes, url, until: Date.now() + life, since: store.state.version };
  store.show({ sheet: "pass", pass });
  setTimeout(() => store.show({}), life); // so that it is seen to run out
}

function refuse({ store, say, closeSheet }, answer) {
  closeSheet(); // a notice would lie under the sheet
  say(answer?.body.error?.message ?? "No answer from the table. Try again.", "refused");
}

/** One seat's pass, until it is used or has run out. */
export function passSheet(context) {
  const { store, state, base, closeSheet } = context;
  const { pass } = store.ui;
  const seat = seatOf(state, pass.seat);
  const moved = state.history.some((e) => e.kind === "seat.return" && e.actor === pass.seat && e.version > pass.since);
  const late = Date.now() >= pass.until;
  return sheet(
    { name: "pass", title: `Move ${seat.name} to another phone`, onclose: closeSheet, wide: true },
    h("div", { class: "pass-news", role: "status" }, moved ? isBack(seat) : late && hasRunOut()),
    !moved && !late && howTo(base, seat, pass),
    h(
      "div",
      { class: "sheet-foot" },
      moved
        ? h("button", { class: "primary", onclick: closeSheet }, icon("tick"), "Done")
        : [
            h("button", { onclick: () => showPhones(store) }, "All players"),
            h("button", { onclick: () => givePass(context, seat) }, "New pass"),
          ],
    ),
  );
}

function isBack(seat) {
  return h("p", { class: "pass-back" }, icon("tick"), `${seat.name} is back, on another phone. The old one is out.`);
}

function hasRunOut() {
  return h("p", {}, icon("hourglass"), "This pass has run out.");
}

function howTo(base, seat, { digits, minutes, url, until }) {
  const address = new URL(url);
  return h(
    "div",
    { class: "pass" },
    h("img", {
      class: "pass-qr",
      src: `${base}/qr.svg?pass=${digits}`,
      alt: `QR code that brings ${seat.name} to another phone`,
    }),
    h(
      "div",
      { class: "pass-words" },
      h(
        "p",
        {},
        "Scan this with the new phone. Or open ",
        h("strong", {}, address.host + address.pathname),
        " and type:",
      ),
      h("p", { class: "pass-digits" }, h("span", {}, digits.slice(0, 3)), " ", h("span", {}, digits.slice(3))),
      h(
        "p",
        {},
        icon("hourglass"),
        h("span", {}, "Good once, for ", h("strong", {}, `${minutes} minutes`), `: until ${clock(until)}.`),
      ),
      h("p", { class: "quiet" }, "The old phone is out as soon as the new one is in."),
    ),
  );
}

/** "14:05", by this screen's clock. */
function clock(time) {
  return new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
