// Help for a phone that can't connect: what the server found out, and what to try first.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { request } from "./net.js";
import { showPhones } from "./phones.js";
import { sheet, sheetFoot } from "./sheet.js";
import { t, tn } from "./words.js";

const PATIENCE = 8000; // ms

/** Ask the server about its addresses, and open the sheet. */
export async function askReach({ store, base }) {
  store.show({ sheet: "reach", reach: null });
  const answer = await request(`${base}/reach?view=host`, { cache: "no-store" }, PATIENCE);
  store.show({ reach: answer?.ok ? answer.body : { addresses: [], phones: 0, port: 0, url: "" } });
}

/** The sheet with the help. */
export function reachSheet({ store, closeSheet }) {
  const { reach } = store.ui;
  return sheet({
    name: "reach",
    title: t("A phone can’t connect"),
    onclose: closeSheet,
    wide: true,
  },
    reach ? reachHelp(reach) : h("p", {}, icon("hourglass"), t("Checking…")),
    sheetFoot(h("button", { onclick: () => showPhones(store) }, t("Back"))));
}

/** The help for `reach`: `addresses` with whether each answers, `phones` that came, `port`. */
function reachHelp(reach) {
  return h("div", { class: "reach" },
    h("p", { class: "reach-found" }, icon(reach.phones ? "tick" : "stop"), found(reach)),
    h("ol", { class: "steps" },
      steps(reach).map((step, index) => h("li", { key: index }, ...step))),
    reach.addresses.length > 1 && others(reach));
}

function found({ addresses, phones }) {
  if (!addresses.length) return t("This computer isn’t on a network, so phones can’t connect.");
  if (!addresses.some((one) => one.answers))
    return t("This computer isn’t responding at its own address.");
  if (phones) {
    return tn(
      "{n} phone has connected, so the network works.",
      "{n} phones have connected, so the network works.",
      phones);
  }
  return t("No phone has connected yet.");
}

function steps({ addresses, phones, port }) {
  if (!addresses.length) {
    return [[t("Connect this computer to Wi-Fi, or to a phone’s hotspot.")]];
  }
  if (!addresses.some((one) => one.answers)) {
    return [
      [
        t("Only this computer can join. Stop Rookery and start it without {option}.",
          { option: h("code", {}, "--host") }),
      ],
    ];
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

/** All addresses: with a VPN or a cable there are several, and a phone may reach only one. */
function others({ addresses, port }) {
  return h("div", {},
    h("p", {}, t("This computer has several addresses. Try each on the phone:")),
    h("ul", { class: "reach-addresses" },
      addresses.map(({
        name,
      }) => h("li", { key: name }, h("code", {}, `http://${name}:${port}`)))));
}
