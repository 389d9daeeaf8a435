// The History tab: all that happened in words, newest first, and undo for anyone, as far back as one likes.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { hint } from "./hints.js";
import { languageMenu } from "./languages.js";
import { disc, seatOf } from "./seats.js";
import { clock, t } from "./words.js";

export function historyTab({ store, state, tap }) {
  return [
    h("h1", { key: "head" }, t("What happened")),
    hint(store, "history", t("Anyone may undo anything. An undone line stays here and can come back.")),
    h(
      "ol",
      { key: "list", class: "history", reversed: true },
      state.history.map((entry) => line(state, entry, tap)),
    ),
    languageMenu(),
  ];
}

/** Which event an Undo or Redo button of this line names; null where there is nothing to take back. */
function reverse(state, entry) {
  if (entry.kind === "undo") return null; // the line it took back has the button
  if (!entry.undone) return entry.undoable ? entry.version : null;
  const undo = state.history.find(
    (other) => other.kind === "undo" && other.target === entry.version && !other.undone && other.undoable,
  );
  return undo?.version ?? null; // undoing an undo is a redo
}

function line(state, entry, tap) {
  const seat = seatOf(state, entry.actor);
  const back = entry.undone ? t("Redo") : t("Undo");
  const spoken = entry.undone ? t("Redo: {what}", { what: entry.text }) : t("Undo: {what}", { what: entry.text });
  const target = reverse(state, entry);
  return h(
    "li",
    {
      key: entry.version,
      class: `history-line ${entry.undone ? "is-undone" : ""} ${entry.kind === "undo" ? "is-undo" : ""}`,
    },
    seat ? disc(seat, "small") : h("span", { class: "disc small host-disc", "aria-hidden": "true" }, icon("table")),
    h(
      "span",
      { class: "history-text" },
      entry.undone ? h("s", {}, entry.text) : entry.text,
      h("small", {}, entry.undone ? t("undone, {time}", { time: clock(entry.at) }) : clock(entry.at)),
    ),
    target !== null &&
      h(
        "button",
        { class: "small", "aria-label": spoken, onclick: () => tap("undo", { target }) },
        icon(entry.undone ? "redo" : "undo"),
        back,
      ),
  );
}
