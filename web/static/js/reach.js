// Why a phone can't reach the host's computer: what the server could find out, and what to try, likeliest first.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { request } from "./net.js";
import { showPhones } from "./phones.js";
import { sheet } from "./sheet.js";
import { t, tn } from "./words.js";

const PATIENCE = 8000; // ms

/** Ask the server why a phone may not get here, and show it. */
export async function askReach({ store, base }) {
  store.show({ sheet: "reach", reach: null });
  const answer = await request(`${base}/reach?view=host`, { cache: "no-store" }, PATIENCE);
  store.show({ reach: answer?.ok ? answer.body : { addresses: [], phones: 0, port: 0, url: "" } });
}

/** Why a phone may not get here, and what to try. */
export function reachSheet({ store, closeSheet }) {
  const { reach } = store.ui;
  return sheet(
    { name: "reach", title: t("A phone can't get here"), onclose: closeSheet, wide: true },
    reach ? reachHelp(reach) : h("p", {}, icon("hourglass"), t("Looking…")),
    h("div", { class: "sheet-foot" }, h("button", { onclick: () => showPhones(store) }, t("Back"))),
  );
}

/** `reach`: the machine's `addresses` and whether it answers there, and how many `phones` have come so far. */
function reachHelp(reach) {
  return h(
    "div",
    { class: "reach" },
    h("p", { class: "reach-found" }, icon(reach.phones ? "tick" : "stop"), found(reach)),
    h(
      "ol",
      { class: "steps" },
      steps(reach).map((step, index) => h("li", { key: index }, ...step)),
    ),
    reach.addresses.length > 1 && others(reach),
  );
}

function found({ addresses, phones }) {
  if (!addresses.length) return t("This computer is in no network: no phone can reach it.");
  if (!addresses.some((one) => one.answers)) return t("This computer does not answer under its own address.");
  if (phones) {
    return tn(
      "{n} phone has reached this computer: the way is open.",
      "{n} phones have reached this computer: the way is open.",
      phones,
    );
  }
  return t("No phone has reached this computer yet.");
}

function steps({ addresses, phones, port }) {
  if (!addresses.length) {
    return [[t("Join a Wi-Fi with this computer, or switch on a phone’s hotspot and join that.")]];
  }
  if (!addresses.some((one) => one.answers)) {
    return [[t("Only this computer can join. Stop Rookery and start it again without {option}.", { option: h("code", {}, "--host") })]];
  }
  const same = [
    t("Is the phone on {same}, with mobile data and VPN switched off?", { same: h("strong", {}, t("the same Wi-Fi")) }),
  ];
  const typed = [
    t("Type the address with {http} in front; some browsers try https.", { http: h("strong", {}, "http://") }),
  ];
  const guest = [
    t("A guest or hotel Wi-Fi often keeps devices apart. Switch on a phone’s hotspot and bring all devices into it, this computer too."),
  ];
  const wall = [
    t("{firewall} of this computer may keep phones out. Windows: allow Python in private networks, and set this Wi-Fi to private. macOS: System Settings, Network, Firewall. Linux: {command}.", {
      firewall: h("strong", {}, t("The firewall")),
      command: h("code", {}, `sudo ufw allow ${port}/tcp`),
    }),
  ];
  return phones ? [same, typed, guest] : [wall, same, guest, typed];
}

/** A computer with a VPN or a cable has several addresses; a phone may know only one of them. */
function others({ addresses, port }) {
  return h(
    "div",
    {},
    h("p", {}, t("This computer has several addresses. Try each on the phone:")),
    h(
      "ul",
      { class: "reach-addresses" },
      addresses.map(({ name }) => h("li", { key: name }, h("code", {}, `http://${name}:${port}`))),
    ),
  );
}
