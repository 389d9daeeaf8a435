// Taps that were meant for something else: the second one of a double tap, or one that another
// player's tap overtook. A tap counts if the control it meets was there, in the same words, CALM ms
// before; a control that sent a tap counts again CALM ms after the answer. Controls in
// `data-quick`, which people tap fast, may change their words and send as they like.

// ms: a hasty second tap comes up to 600 ms after the first, and a busy phone notices it later
const CALM = 700;
const LOOK = 50; // ms between looks whether a control counts again
const CONTROLS = "a[href], button, dialog, label, summary"; // a tap beside a dialog closes it

const changes = new WeakMap(); // control -> {at, box}: when it changed; where it was if it has moved
let down = null; // when the finger came down; null if a click comes from a keyboard
let tapped = null; // the control of the newest tap that counts

/** Return a function that calls `draw`, notes what that changes in `app`, and guards it. */
export function guarded(app, draw) {
  addEventListener("pointerdown", () => (down = performance.now()), { capture: true });
  addEventListener("click", check, { capture: true });
  return () => {
    const before = controlsOf(app);
    draw();
    for (const [control, now] of controlsOf(app)) note(control, before.get(control), now);
  };
}

/** Let the control that was tapped wait for `answer`, which is returned. */
export function hold(answer) {
  if (!tapped || isQuick(tapped)) return answer;
  const change = { at: Infinity, box: null };
  suspend(tapped, change);
  return answer.finally(() => (change.at = performance.now()));
}

/** The controls within reach, with their words and places: an open sheet covers all others. */
function controlsOf(app) {
  const sheet = app.querySelector("dialog[open]");
  const controls = [...(sheet ?? app).querySelectorAll(CONTROLS), ...(sheet ? [sheet] : [])];
  return new Map(
    controls.map((one) => [one, { words: wordsOf(one), box: one.getBoundingClientRect() }]),
  );
}

function wordsOf(control) {
  if (control.tagName === "DIALOG") return "";
  return control.getAttribute("aria-label") ?? control.textContent;
}

function isQuick(control) {
  return control.closest("[data-quick]") !== null;
}

function note(control, before, now) {
  const at = performance.now();
  if (!before || (before.words !== now.words && !isQuick(control)))
    return suspend(control, { at, box: null });
  if (["x", "y", "width", "height"].every((side) => before.box[side] === now.box[side])) return;
  const last = changes.get(control);
  if (!last || isOver(last, at)) suspend(control, { at, box: before.box });
  else Object.assign(last, { at: Math.max(at, last.at), box: null });
}

/** Note a change, and say that the control is disabled until it counts again. */
function suspend(control, change) {
  changes.set(control, change);
  if (!["A", "BUTTON"].includes(control.tagName) || control.hasAttribute("aria-disabled")) return;
  control.setAttribute("aria-disabled", "true");
  const look = () =>
    isOver(changes.get(control), performance.now())
      ? control.removeAttribute("aria-disabled")
      : setTimeout(look, LOOK);
  setTimeout(look, LOOK);
}

function isOver({ at }, now) {
  return now - at > CALM;
}

/** Stop a tap that comes too early. */
function check(event) {
  const control = event.target.closest(CONTROLS);
  const from = down ?? performance.now();
  down = null;
  if (!isEarly(changes.get(control), from, event)) return void (tapped = control);
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isEarly(change, from, { detail, clientX, clientY }) {
  if (!change || isOver(change, from)) return false;
  if (!change.box) return true;
  const { left, right, top, bottom } = change.box;
  const met = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  return detail > 0 && !met; // where it has moved to; a keyboard's focus moves with it
}
