// Small parts of many screens: buttons, chips, headings and panels.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** A button with a sign before its words; `props` are attributes such as `class`. */
export function button(sign, words, onclick, props = {}) {
  return h("button", { onclick, ...props }, icon(sign), words);
}

/** A round button with a sign alone; screen readers say its `label`. */
export function roundButton(sign, label, onclick, props = {}) {
  return h("button", { class: "round", "aria-label": label, onclick, ...props }, icon(sign));
}

/** A button that is one of several choices. */
export function chip(words, pressed, onclick, props = {}) {
  return h("button", { class: "chip", "aria-pressed": String(pressed), onclick, ...props }, words);
}

/** A row of chips. */
export function chips(label, ...children) {
  return h("div", { class: "chips", role: "group", "aria-label": label }, ...children);
}

/** A paragraph in small grey letters. */
export function quiet(text) {
  return h("p", { class: "quiet" }, text);
}

/** The top of a phone's scene. */
export function sceneHead(title, ...children) {
  return h("header", { key: "head", class: "scene-head" }, h("h1", {}, title), ...children);
}

/** A framed part of a screen with a heading. */
export function panel(key, title, ...children) {
  return h("section", { key, class: "panel" }, h("h2", {}, title), ...children);
}

/** The problems and doubts in words, with remedies. */
export function said(all) {
  if (!all.length) return null;
  return h("ul", { key: "said", class: "said" },
    all.map((one, index) => h("li", { key: index },
      icon(one.rule ? "stop" : "lamp"),
      h("span", {}, one.text, one.remedy && h("small", {}, one.remedy)))));
}
