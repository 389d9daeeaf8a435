// The tally of one pyramid: the heaviest penguin on each level, the goals, the sum (giza R11).

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { t, tn } from "../js/words.js";
import { LEVEL_NAMES } from "./notation.js";

/** Top level first, as the pyramid stands. */
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

/** The total, or how far it may still go. */
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

/** What is still to be answered before the score is known: the first doubt that could change it. */
export function openDoubt(score) {
  return score.unsure.find(({ could_change: stake }) => stake !== "nothing");
}

/** What the pyramid's check says, in one banner, and what is open of the pyramid as a whole. */
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
