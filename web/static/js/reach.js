// How phones reach this computer: what the server found out, which address is in the QR codes, and
// help for a phone that can't connect.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { request } from "./net.js";
import { chip } from "./parts.js";
import { showPhones } from "./phones.js";
import { sheet, sheetFoot } from "./sheet.js";
import { t, tn } from "./words.js";

const PATIENCE = 8000; // ms
const COOKIE = "rookery-address"; // web/auth/cookies.py

/**
 * Ask the server about its addresses, now and whenever this computer may have joined a network.
 * `store.ui.reach` has the answer; a hosted server gives none.
 */
export function watchReach(table) {
  const look = () => askReach(table);
  addEventListener("online", look);
  addEventListener("focus", look);
  look();
}

let asked = 0;

async function askReach({ store, base }) {
  const mine = (asked += 1);
  const answer = await request(`${base}/reach?view=host`, { cache: "no-store" }, PATIENCE);
  // an older answer that comes later doesn't count
  if (answer?.ok && mine === asked) store.show({ reach: answer.body });
}

/** Open the sheet. */
export function showReach(table) {
  table.store.show({ sheet: "reach" });
  askReach(table);
}

/** Why no phone can connect at all; null if phones may. */
export function outOfReach(reach) {
  return reach && !reach.addresses.length ? found(reach) : null;
}

/** The sheet with the help. */
export function reachSheet(context) {
  const { store, closeSheet } = context;
  const { reach } = store.ui;
  return sheet({
    name: "reach",
    title: t("A phone can’t connect"),
    onclose: closeSheet,
    wide: true,
  },
    reach ? reachHelp(context, reach) : h("p", {}, icon("hourglass"), t("Checking…")),
    sheetFoot(h("button", { onclick: () => showPhones(store) }, t("Back"))));
}

/** The help for `reach`: `addresses` of this computer, how many `phones` came, `port`. */
function reachHelp(context, reach) {
  return h("div", { class: "reach" },
    h("p", { class: "reach-found" },
      icon(reach.phones ? "tick" : "stop"),
      h("span", {}, found(reach))),
    h("ol", { class: "steps" },
      steps(reach).map((step, index) => h("li", { key: index }, ...step))),
    reach.addresses.length > 1 && choice(context, reach));
}

function found({ addresses, alone, phones }) {
  if (alone) {
    return t("Only this computer can join. Stop Rookery and start it without {option}.",
      { option: h("code", {}, "--host") });
  }
  if (!addresses.length) return t("This computer isn’t on a network, so phones can’t connect.");
  if (phones) {
    return tn(
      "{n} phone has connected, so the network works.",
      "{n} phones have connected, so the network works.",
      phones);
  }
  return t("No phone has connected yet.");
}

function steps({ addresses, alone, phones, port }) {
  if (alone) return [];
  if (!addresses.length) {
    return [[t("Connect this computer to Wi-Fi, or to a phone’s hotspot.")]];
  }
  const same = [
    t("Is the phone on {same}, with mobile data and VPN off?",
      { same: h("strong", {}, t("the same Wi-Fi")) }),
  ];
  const typed = [
    t("Type {http} before the address: some browsers try https.",
      { http: h("strong", {}, "http://") }),
  ];
  const guest = [
    t("Guest and hotel Wi-Fi often keep devices apart. Turn on a phone’s hotspot and connect all devices to it, this computer too."),
  ];
  const wall = [
    t(
      "{firewall} may be blocking phones. Windows: allow Python on private networks and set this Wi-Fi to private. macOS: System Settings, Network, Firewall. Linux: {command}.",
      {
        firewall: h("strong", {}, t("This computer’s firewall")),
        command: h("code", {}, `sudo ufw allow ${port}/tcp`),
      }),
  ];
  return phones ? [same, typed, guest] : [wall, same, guest, typed];
}

/** All addresses, and which one is in the QR codes: a phone may reach only one of them. */
function choice(context, reach) {
  const shown = new URL(reach.url).hostname;
  return h("div", { class: "reach-choice" },
    h("p", {},
      t("This computer has several addresses. If phones can’t open one, put another in the QR code:")),
    h("ul", {},
      reach.addresses.map(({ name, arrived }) => {
        const address = literal(name);
        return h("li", { key: name },
          h("code", {}, `http://${address}:${reach.port}`),
          arrived && h("span", {}, icon("tick"), t("phone connected")),
          chip(t("QR code"), address === shown, () => choose(context, name),
            { "aria-label": t("Show {address} in the QR code", { address }) }));
      })));
}

/** The address as it is written in a URL. */
function literal(name) {
  return name.includes(":") ? `[${name}]` : name;
}

/** Show another address in the QR codes of this browser, until it is closed. */
function choose(context, name) {
  document.cookie = `${COOKIE}=${name};path=/;samesite=lax`;
  askReach(context);
}
