// The screens before a game. A game's `lobby` describes both, the phone's and the host's:
//
//   title, note(state)   the heading over the seats and what to do with them
//   hostNote             another note on the host's screen
//   empty                [title, note] on the host's screen while nobody has joined
//   hint                 [name, text] on phones
//   seats(context)       the seats, with what is chosen there
//   more(context)        further parts below the seats; `hostMore` instead on the host's screen
//   missing(context)     what is still needed, as words; empty ones don't count
//   ready                what to say when nothing is missing
//   start(context, look) the button that starts the game

import { tally } from "./again.js";
import { h } from "./dom.js";
import { hint } from "./hints.js";
import { quiet } from "./parts.js";
import { seatOf } from "./seats.js";
import { t, tn } from "./words.js";

/** Return a phone's scene. */
export function phoneLobby(lobby, context) {
  const { store, state } = context;
  return [
    hint(store, ...lobby.hint),
    h("section", { key: "seats", class: "panel" },
      h("h1", {}, lobby.title),
      lobby.note && quiet(noteOf(lobby, state)),
      lobby.seats(context)),
    lobby.more?.(context),
    h("div", { key: "start", class: "big-act" }, start(lobby, context)),
  ];
}

/** Return the part of the host's stage beside the invitation. */
export function hostLobby(lobby, context) {
  const { state, looksOn } = context;
  const [title, note] = state.seats.length ? [] : (lobby.empty ?? []);
  const ask = (state.evening.first ? null : lobby.hostNote) ?? noteOf(lobby, state);
  const text = note ?? (looksOn ? null : ask); // it says what to tap
  return h("section", { key: "seats", class: "host-side" },
    h("header", { class: "host-head" }, h("h1", {}, title ?? lobby.title), text && quiet(text)),
    lobby.seats(context),
    (lobby.hostMore ?? lobby.more)?.(context),
    h("div", { class: "row" }, start(lobby, context)),
    tally(state));
}

/** The game's note, or whose turn it is at the role that moves on with each game. */
function noteOf({ note }, state) {
  const first = seatOf(state, state.evening.first);
  return note && first && !state.starter
    ? t("In clockwise order. This time it’s {name}’s turn to begin.", { name: first.name })
    : note?.(state);
}

/** The words for players who are missing, or false. */
export function morePlayers(state, least) {
  const few = least - state.seats.length;
  return few > 0 && tn("one more player", "{n} more players", few);
}

function start(lobby, context) {
  const missing = lobby.missing(context).filter(Boolean);
  const ready = lobby.ready ?? t("Everyone’s ready. Anyone can start.");
  return [
    lobby.start(context, missing.length ? "" : "primary"),
    quiet(missing.length ? t("Still to do: {what}.", { what: missing.join(", ") }) : ready),
  ];
}
