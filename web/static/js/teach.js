// Teach me: the first time somebody plays a game, five steps lead through their first round at the
// top of its Play tab. A step goes by what happened at the table, or by "Next"; which one comes
// next is kept by phone and game, among the hints (hints.js).

import { h } from "./dom.js";
import { PREFIX } from "./hints.js";
import { button, roundButton } from "./parts.js";
import { seatOf } from "./seats.js";
import { drop, load, save } from "./storage.js";
import { number, t } from "./words.js";

const READ = "read";
const nameOf = (state) => `${PREFIX}teach-${state.game}`;

/** Go on to the next step of `lesson` if what this one waits for happened since `before`. */
export function learn(lesson, state, before) {
  if (!before || !stepOf(lesson, state)) return;
  const [now, was] = [state, before].map((one) => ({ ...one, me: seatOf(one, state.you) }));
  if (now.me && was.me && stepOf(lesson, state).done?.(now, was)) goOn(lesson, state);
}

/**
 * The step of `lesson` that comes next, or null. Steps are {text, done}: `done(now, was)` says of
 * two states, each with `me`, this player's seat, whether the step has been taken between them.
 */
export function teach(lesson, { store, state }) {
  const step = stepOf(lesson, state);
  if (!step) return null;
  const at = lesson.indexOf(step) + 1;
  const act = (change) => () => (change(), store.show({}));
  const last = at === lesson.length;
  return h("section", { key: "teach", class: "teach", "aria-label": t("Teach me") },
    h("p", { role: "status", tabindex: 0 },
      h("strong", {}, t("{n} of {all}", { n: number(at), all: number(lesson.length) })), " ", step.text),
    h("button", { class: "small", onclick: act(() => goOn(lesson, state)) },
      last ? t("Got it") : t("Next")),
    !last && roundButton("close", t("Skip these steps"), act(() => save(nameOf(state), READ))));
}

/** A button that begins with the first step again, on the Play tab. */
export function teachButton({ store, state }) {
  const again = () => {
    drop(nameOf(state));
    store.show({ tab: "play", sheet: null });
    scrollTo(0, 0); // where the steps stand
  };
  return button("play", t("Teach me"), again, { class: "small" });
}

function stepOf(lesson, state) {
  const kept = load(nameOf(state));
  if (["lobby", "over"].includes(state.phase) || !state.you || kept === READ) return null;
  return lesson[Number(kept)];
}

function goOn(lesson, state) {
  const next = Number(load(nameOf(state))) + 1;
  save(nameOf(state), next < lesson.length ? String(next) : READ);
}
