// The History tab: everything that happened, newest first, with undo for anyone.

import { h } from "./dom.js";
import { hint } from "./hints.js";
import { icon } from "./icons.js";
import { languageMenu } from "./languages.js";
import { request } from "./net.js";
import { button } from "./parts.js";
import { disc, seatOf } from "./seats.js";
import { clock, t } from "./words.js";

const NEW = 12; // lines of which the state says whether they can be undone (companion/events.py)
const PATIENCE = 20000; // ms

export function historyTab(context) {
  const { store, state } = context;
  const older = store.ui.older?.version === state.version ? store.ui.older.undoable : null;
  const entries = state.history.map((entry) =>
    older?.includes(entry.version) ? { ...entry, undoable: true } : entry,
  );
  const lines = entries.map((entry) => line(context, entry, entries));
  return [
    h("h1", { key: "head" }, t("History")),
    hint(store, "history",
      t("Anyone can undo. Undone moves stay in the list, so you can redo them.")),
    h("ol", { key: "list", class: "history", reversed: true },
      lines.slice(0, NEW),
      lines.length > NEW &&
        h("li", { key: "older", class: "history-older" },
          older ? whenNone(entries, state.you) : olderButton(context)),
      lines.slice(NEW)),
    languageMenu(),
  ];
}

/** The version that this line's Undo or Redo button names; null without a button. */
function reverse(entry, entries, you) {
  if (entry.kind === "undo") return null; // the line it took back has the button
  if (entry.barred?.includes(you)) return null; // the others decide about this player
  if (!entry.undone) return entry.undoable ? entry.version : null;
  const undo = entries.find(
    (other) =>
      other.kind === "undo" && other.target === entry.version && !other.undone && other.undoable,
  );
  return undo?.version ?? null; // undoing an undo is a redo
}

/** The answer when no older line got a button. */
function whenNone(entries, you) {
  if (entries.slice(NEW).some((entry) => reverse(entry, entries, you) !== null)) return null;
  return h("p", { class: "quiet", role: "status" },
    t("To undo something older, undo the moves after it first."));
}

/** A button that asks which older lines can be undone, so that none is offered in vain. */
function olderButton({ store, base, view, say }) {
  const ask = async () => {
    store.show({ asksOlder: true });
    const answer = await request(`${base}/undoable${view}`, { cache: "no-store" }, PATIENCE);
    store.show({ asksOlder: false, ...(answer?.ok && { older: answer.body }) });
    if (!answer?.ok)
      say(answer?.body.error?.message ?? t("The table isn’t responding. Try again."), "refused");
  };
  return button("undo", t("Show older moves"),
    ask, { class: "small", disabled: store.ui.asksOlder });
}

function line({ state, tap }, entry, entries) {
  const seat = seatOf(state, entry.actor);
  const back = entry.undone ? t("Redo") : t("Undo");
  const spoken = entry.undone
    ? t("Redo: {what}", { what: entry.text })
    : t("Undo: {what}", { what: entry.text });
  const target = reverse(entry, entries, state.you);
  return h("li",
    { key: entry.version,
      class: `history-line ${entry.undone ? "is-undone" : ""} ${entry.kind === "undo" ? "is-undo" : ""}` },
    seat
      ? disc(seat, "small")
      : h("span", { class: "disc small host-disc", "aria-hidden": "true" }, icon("table")),
    h("span", { class: "history-text" },
      entry.undone ? h("s", {}, entry.text) : entry.text,
      h("small", {},
        entry.undone ? t("undone, {time}", { time: clock(entry.at) }) : clock(entry.at))),
    target !== null &&
      button(entry.undone ? "redo" : "undo", back,
        () => tap("undo", { target }), { class: "small", "aria-label": spoken }));
}
