// After a game: once more, or another game, with the same people. All their pages follow.

import { h } from "./dom.js";
import { hold } from "./guard.js";
import { icon } from "./icons.js";
import { postJson } from "./net.js";
import { button, quiet } from "./parts.js";
import { sheet } from "./sheet.js";
import { t } from "./words.js";

const PATIENCE = 8000; // ms

/** Go on with the others when the next game opens; a page that was opened later has a button. */
export function followOn({ base, view, store }) {
  let was = null; // whether the next game was open before
  store.subscribe(({ state }) => {
    if (!state) return;
    const open = state.evening.sequel !== "";
    if (open && was === false) location.assign(`${base}/next${view}`);
    was = open;
  });
}

/** The bar at the foot of a game that is over. */
export function againBar(context) {
  const { store, state, base, view, looksOn, door } = context;
  if (looksOn || (state.seats.length === 1 && !door)) return null; // alone: solitaire's own button
  return h("div", { key: "again", class: "again big-act" },
    quiet(t("Same people, same seats. All phones follow.")),
    h("div", { class: "row" },
      state.evening.sequel
        ? h("a", { class: "button primary", href: `${base}/next${view}` },
            icon("play"),
            t("To the next game"))
        : [
            button("redo", t("Play again"), () => open(context, state.game), { class: "primary" }),
            button("play", t("Another game"), () => store.show({ sheet: "games" })),
          ]));
}

/** The choice of another game, of those for as many players. */
export function gamesSheet(context) {
  const { state, closeSheet } = context;
  return sheet({ name: "games", title: t("Another game"), onclose: closeSheet },
    h("div", { class: "stack" },
      state.evening.games.map(([slug, title]) =>
        button("play", title, () => (closeSheet(), open(context, slug)), { key: slug }))));
}

/** Who has won how often, from the second game on. */
export function tally({ evening }) {
  const rows = Object.entries(evening.wins).sort(([, one], [, other]) => other - one);
  const list = rows.map(([name, wins]) => `${name} ${wins}`).join(", ");
  return list && h("p", { key: "tally", class: "panel tally-line" },
    icon("cup"),
    h("span", {}, t("Games won: {list}", { list })));
}

async function open({ base, view, say }, game) {
  const answer = await hold(postJson(`${base}/again${view}`, { game }, PATIENCE));
  if (answer?.ok) return location.assign(`${base}/next${view}`);
  say(answer?.body.error?.message ?? t("The table isn’t responding. Try again."), "refused");
}
