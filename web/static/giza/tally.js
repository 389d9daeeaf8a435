// The score of one pyramid: levels and goals (giza R11), and whether it counts if it breaks a rule.

import { askingButton } from "../js/ask.js";
import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
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

/** The total, what is worth so much so far, or its range while something is open. */
export function total(score) {
  if (score.total !== null) return String(score.total);
  if (score.so_far !== null) return t("{n} so far", { n: score.so_far });
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

/** The result of the check as banners, with a doubt about the whole pyramid if there is one. */
export function verdict(score) {
  const whole = score.unsure.find(({ slot }) => !slot)?.text;
  const typed = score.source === "typed";
  return [
    score.unchecked && banner("typed", "pen", t("Typed in, not checked"), typed && whole),
    (!typed || score.verdict === "illegal") && checked(score, typed ? null : whole),
  ];
}

function checked(score, whole) {
  const { verdict, violations, unsure, complete } = score;
  if (verdict === "illegal")
    return banner(
      "illegal",
      "stop",
      tn("{n} problem with this pyramid", "{n} problems with this pyramid", violations.length),
      whole ?? cardsRead(score),
    );
  if (whole) return banner("unsure", "lamp", whole);
  if (unsure.length)
    return banner("unsure", "lamp", tn("Check {n} place.", "Check {n} places.", unsure.length), cardsRead(score));
  if (!complete) return banner("legal", "tick", t("Legal so far"), cardsRead(score));
  return banner("legal", "tick", t("Looks good: every penguin is supported."));
}

/** How much of the pyramid was read, unless that is all. */
function cardsRead({ cards: n, expected: all, complete }) {
  if (complete) return null;
  if (all === null || all < n) return tn("{n} card read", "{n} cards read", n);
  return t("{n} of {all} cards read", { n, all });
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

/** The others' decision about a pyramid that breaks a rule, at the end of the game. */
export function countPanel(context, seat) {
  const { state, tap } = context;
  const { id, name, score, score_version: version } = seat;
  if (score?.verdict !== "illegal" || !["scoring", "over"].includes(state.phase)) return null;
  const choice = (counts, sign, words, question) =>
    askingButton(context, sign, words,
      question, () => tap("pyramid.count", { seat: id, counts }, { version }),
      { key: `${id}-${counts}`, class: "chip", "aria-pressed": String(score.counts === counts) });
  const mine = id === state.you;
  return h("section", { key: `count-${id}`, class: "panel stack" },
    h("h2", {},
      mine
        ? t("Your pyramid breaks a rule. The others decide whether it counts.")
        : t("{name}’s pyramid breaks a rule. Does it count?", { name })),
    !mine &&
      h("div", { class: "row" },
        choice(true, "tick", t("Count it"),
          t("Count {name}’s pyramid with {points} points?", { name, points: total(score) })),
        choice(false, "close", t("Leave it out"),
          t("Leave {name}’s pyramid out? It then has no place in the ranking.", { name }))));
}
