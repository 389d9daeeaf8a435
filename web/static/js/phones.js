// The host's control over phones and screens. A pass (six digits, for one use within minutes) moves
// a seat or the host's right to another device, or adds a screen. Phones can be removed and the
// table locked.

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { postJson } from "./net.js";
import { button, quiet } from "./parts.js";
import { disc, seatOf } from "./seats.js";
import { sheet, sheetFoot } from "./sheet.js";
import { clock, t, tn } from "./words.js";

const PATIENCE = 8000; // ms

/** Open the sheet. */
export function showPhones(store) {
  store.show({ sheet: "phones", pass: null });
}

/** Each seat and the whole table with their buttons; `help` explains why a phone can't connect. */
export function phonesSheet(context) {
  const { state, tap, closeSheet, help } = context;
  return sheet({ name: "phones", title: t("Phones and screens"), onclose: closeSheet, wide: true },
    h("p", {},
      t("Battery empty or phone lost? Move the seat to another phone, secret hand included.")),
    h("ul", { class: "seat-list" }, state.seats.map((seat) => phoneRow(context, seat))),
    h("div", { class: "door-acts" },
      state.phase === "lobby" &&
        button("lock", state.locked ? t("Unlock the table") : t("Lock the table"),
          () => tap("table.lock", { locked: !state.locked }),
          { "aria-pressed": String(state.locked) }),
      act(context, "screen", "tv", t("Show on a TV")),
      act(context, "host", "phone", t("Host from another device")),
      help && button("help", t("A phone can’t connect"), () => help(context))));
}

function act(context, right, sign, words) {
  const asked = context.store.ui.asking === right;
  return button(sign, words, () => givePass(context, right), { disabled: asked });
}

function phoneRow(context, seat) {
  const { store } = context;
  const { name } = seat;
  const remove = () =>
    ask(store, {
      sign: "close",
      words: t("Remove {name}", { name }),
      question: t("{name}’s phone is signed out. The seat stays.", { name }),
      act: () => shutOut(context, seat),
      look: "danger",
    });
  return h("li", { key: seat.id, class: "seat-row phone-row" },
    disc(seat),
    h("span", { class: "seat-name" }, name),
    button("phone", t("Move"),
      () => givePass(context, seat.id),
      {
        class: "small",
        disabled: store.ui.asking === seat.id,
        "aria-label": t("Move to another phone: {name}", { name }),
      }),
    button("close", t("Remove"),
      remove, { class: "small", "aria-label": t("Remove {name}", { name }) }));
}

/** Tell a host of phones that asked for a seat since the state `before`; one tap lets each in. */
export function tellAsks(context, state, before) {
  if (!before) return;
  const fresh = state.history.filter(
    ({ kind, version }) => kind === "seat.ask" && version > before.version,
  );
  for (const { actor, text, version } of fresh)
    context.say(text, "ask", { label: t("Let in"), run: () => admit(context, actor, version) });
}

async function admit(context, seat, version) {
  const { store, base } = context;
  const answer = await postJson(`${base}/seats/${seat}/admit?view=host`, { version }, PATIENCE);
  if (answer?.status !== 200) return refuse(context, answer);
  learnAsHost(store, answer);
}

/** Remove a seat's phone; the seat stays, and a pass brings it back. */
async function shutOut(context, seat) {
  const { store, base, say } = context;
  const answer = await postJson(`${base}/seats/${seat.id}/revoke?view=host`, {}, PATIENCE);
  if (answer?.status !== 200) return refuse(context, answer);
  learnAsHost(store, answer);
  say(t("{name}’s phone was removed.", { name: seat.name }), "done");
}

/** Ask the server for a pass, which replaces an older one. */
async function givePass(context, right) {
  const { store, base } = context;
  store.show({ asking: right });
  const answer = await postJson(`${base}/passes/${right}?view=host`, {}, PATIENCE);
  store.show({ asking: null });
  if (answer?.status !== 200) return refuse(context, answer);
  const { pass: digits, minutes, url, qr } = answer.body;
  const life = minutes * 60_000; // ms
  const { version: since } = store.state;
  const pass = { right, digits, minutes, url, qr, until: Date.now() + life, since };
  store.show({ sheet: "pass", pass });
  setTimeout(() => store.show({}), life); // to show that it has expired
}

/** Take the host's view, unless this is a player's phone that hosts, too: that one gets its own. */
function learnAsHost(store, answer) {
  if (store.state.you === null) store.learn(answer.body.state);
}

function refuse({ say }, answer) {
  say(answer?.body.error?.message ?? t("The table isn’t responding. Try again."), "refused");
}

const TITLES = { host: t("Host from another device"), screen: t("Show the table on a TV") };

/** A pass, until it is used or has expired. */
export function passSheet(context) {
  const { store, state, closeSheet } = context;
  const { pass } = store.ui;
  const seat = seatOf(state, pass.right);
  const whom = seat ? seat.name : { host: t("the host"), screen: t("the table") }[pass.right];
  const moved = state.history.some((entry) => isReturn(entry, pass));
  const late = Date.now() >= pass.until;
  return sheet({
    name: "pass",
    title: TITLES[pass.right] ?? t("Move {name} to another phone", { name: whom }),
    onclose: closeSheet,
    wide: true,
  },
    h("div", { class: "pass-news", role: "status" },
      moved ? isBack(seat) : late && h("p", {}, icon("hourglass"), t("This code has expired."))),
    !moved && !late && howTo(whom, pass),
    sheetFoot(
      moved
        ? button("tick", t("Done"), closeSheet, { class: "primary" })
        : [
            h("button", { onclick: () => showPhones(store) }, t("Back")),
            h("button", { onclick: () => givePass(context, pass.right) }, t("New code")),
          ]));
}

/** Whether a line of the history shows that the pass was used. */
function isReturn({ kind, actor, version }, { right, since }) {
  return (
    version > since && (kind === `${right}.hand` || (kind === "seat.return" && actor === right))
  );
}

function isBack(seat) {
  const words = seat
    ? t("{name} has moved to another phone. The old phone is signed out.", { name: seat.name })
    : t("The new device is connected.");
  return h("p", { class: "pass-back" }, icon("tick"), words);
}

function howTo(whom, { right, digits, minutes, url, qr, until }) {
  const address = new URL(url);
  const life = h("strong", {}, tn("{n} minute", "{n} minutes", minutes));
  return h("div", { class: "pass" },
    h("img",
      { class: "pass-qr", src: qr,
        alt: t("QR code to move {name} to another device", { name: whom }) }),
    h("div", { class: "pass-words" },
      h("p", {},
        t("Scan this with the other device. Or open {address}, tap “Use a 6-digit code” and enter:",
          { address: h("strong", {}, address.host + address.pathname) })),
      h("p", { class: "pass-digits" },
        h("span", {}, digits.slice(0, 3)),
        " ",
        h("span", {}, digits.slice(3))),
      h("p", {},
        icon("hourglass"),
        h("span", {},
          t("One use. Expires in {minutes}, at {time}.", { minutes: life, time: clock(until) }))),
      right !== "screen" &&
        quiet(t("The old device is signed out as soon as the new one connects."))));
}
