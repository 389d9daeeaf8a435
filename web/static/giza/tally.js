// The score of one pyramid: levels and goals (giza R11), and whether it counts if it breaks a rule.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { chip } from "../js/parts.js";
import { t, tn } from "../js/words.js";
import { LEVEL_NAMES } from "./cards.js";

/** The score as a table, top level first. */
export function tally(state, score) {
  const levels = score.levels
    .map((points, level) => row(LEVEL_NAMES[level], points, `level-${level}`))
    .reverse();
  const goals = state.goals.map((goal) => {
    const points = score.goals.find(({ id }) => id === goal.id)?.points ?? null;
    return row(goal.name, points, goal.id, points === null ? t("once all are scored") : goal.text);
  });
  return h("table", { class: "tally" },
    h("caption", { class: "spoken" }, t("Score")),
    h("tbody", {}, levels),
    goals.length ? h("tbody", { class: "tally-goals" }, goals) : null,
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("Score")), h("td", {}, total(score)))));
}

/** The total, or its range while something is open. */
export function total(score) {
  if (score.total !== null) return String(score.total);
  return score.score_range?.join("\u2013") ?? "?";
}

function row(name, points, key, note = "") {
  const won = points > 0;
  return h("tr", { key, class: won ? "is-won" : "" },
    h("th", { scope: "row" }, name, note && h("small", {}, note)),
    h("td", {},
      points === null ? "?" : `${won ? "+" : ""}${points}`,
      won && note ? icon("tick", "won") : null));
}

/** The first doubt that could still change the score. */
export function openDoubt(score) {
  return score.unsure.find(({ could_change: stake }) => stake !== "nothing");
}

/** The result of the check as a banner, with a doubt about the whole pyramid if there is one. */
export function verdict(score) {
  const { violations, unsure } = score;
  const whole = unsure.find(({ slot }) => !slot)?.text;
  if (score.source === "typed") return banner("typed", "pen", t("Entered by hand."), whole);
  if (score.verdict === "illegal")
    return banner(
      "illegal",
      "stop",
      tn("{n} problem with this pyramid", "{n} problems with this pyramid", violations.length),
      whole,
    );
  if (whole) return banner("unsure", "lamp", whole);
  if (unsure.length)
    return banner("unsure", "lamp", tn("Check {n} place.", "Check {n} places.", unsure.length));
  return banner("legal", "tick", t("Looks good: every penguin is supported."));
}

function banner(kind, sign, text, more) {
  return h("p", { class: `verdict verdict-${kind}` },
    icon(sign),
    h("span", {}, text, more && h("small", {}, more)));
}

/** Whether the table still has to decide about a seat's pyramid. */
export function isUndecided({ ready, score }) {
  return ready && score.verdict === "illegal" && score.counts === null;
}

/** The table's decision about a pyramid that breaks a rule, at the end of the game. */
export function countPanel({ state, tap }, seat) {
  const { id, name, score, score_version: version } = seat;
  if (score?.verdict !== "illegal" || !["scoring", "over"].includes(state.phase)) return null;
  const choice = (counts, words) =>
    chip(words,
      score.counts === counts, () => tap("pyramid.count", { seat: id, counts }, { version }));
  return h("section", { key: `count-${id}`, class: "panel stack" },
    h("h2", {}, t("{name}’s pyramid breaks a rule. Count it anyway?", { name })),
    h("div", { class: "row" }, choice(true, t("Count it")), choice(false, t("Leave it out"))));
}
