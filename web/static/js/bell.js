// "It's your turn": the page's colour, a sound, a buzz, and a screen that stays awake.

import { h } from "./dom.js";
import { addIcons, icon } from "./icons.js";
import { chip, chips } from "./parts.js";
import { load, save } from "./storage.js";
import { t } from "./words.js";

addIcons({
  sound: ["F M3 9h4l5-4.5v15L7 15H3Z", "M15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6"],
  buzz: ["M8 3.5h8v17H8Z", "M4.5 8v8M19.5 8v8M1.8 10.5v3M22.2 10.5v3"],
});

const NOTES = [660, 880]; // Hz
const NOTE = 0.16; // s
const LOUD = 0.2; // of the loudest
const BUZZ = [120, 80, 120]; // ms: on, off, on
const WAYS = [
  // name, sign, words, whether this browser can do it
  ["sound", "sound", t("Sound"), () => Boolean(globalThis.AudioContext)],
  ["buzz", "buzz", t("Buzz"), () => "vibrate" in navigator],
];

let audio = null; // once someone has tapped: before that, browsers are silent
let was = null; // whether it was this player's turn when the page was last drawn
let lock = null; // keeps the screen awake
let film = null; // likewise, where browsers have no lock

addEventListener("click", tapped, { capture: true });
document.addEventListener("visibilitychange", () => was && stayAwake());

/** Show whether it is this player's turn, and tell of it when it begins. */
export function ring(mine) {
  document.body.classList.toggle("my-turn", mine);
  if (mine === was) return;
  if (mine && was === false) call();
  was = mine;
  if (mine) stayAwake();
  else lock = void lock?.release();
}

function tapped() {
  if (isOn("sound")) wakeAudio();
  if (was && !lock) stayAwake(); // some play no film before a tap
}

/** One switch for each way of telling that this browser has. */
export function bellSwitches(store) {
  const shown = WAYS.filter(([, , , can]) => can());
  return shown.length > 0 && h("div", { key: "bell", class: "bell" },
    chips(t("When it’s your turn"),
      h("span", { "aria-hidden": "true" }, t("When it’s your turn")),
      shown.map(([name, sign, words]) =>
        chip([icon(sign), words], isOn(name), () => toggle(store, name), { key: name }))));
}

function toggle(store, name) {
  save(`rookery:${name}`, isOn(name) ? "off" : "on");
  if (isOn(name)) call([name]); // so that people know it
  store.show({});
}

function isOn(name) {
  return load(`rookery:${name}`) !== "off";
}

/** Sound and buzz, as far as they are switched on. */
export function call(ways = ["sound", "buzz"]) {
  if (ways.includes("buzz") && isOn("buzz")) navigator.vibrate?.(BUZZ);
  if (ways.includes("sound") && isOn("sound")) wakeAudio()?.then(play, () => {});
}

/** Let this page make sounds; null where there are none. */
function wakeAudio() {
  if (!globalThis.AudioContext) return null;
  audio ??= new AudioContext();
  return audio.resume();
}

function play() {
  NOTES.forEach((pitch, index) => {
    const [from, tone, volume] = [
      audio.currentTime + index * NOTE, audio.createOscillator(), audio.createGain(),
    ];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE * 2); // no click at the end
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + NOTE * 2);
  });
}

/** Keep the screen awake; browsers drop the lock when the page is hidden. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    lock = await (navigator.wakeLock?.request("screen") ?? playFilm());
    if (!was) lock = void lock.release(); // the turn ended meanwhile
  } catch {
    // the battery is low, or films may not play: the screen may sleep
  }
}

/**
 * A lock for plain http: while a film plays Chrome and Firefox stay awake, too. It is a stream,
 * since both ask more of a file than to be silent and two pixels large.
 */
async function playFilm() {
  if (!film) {
    const canvas = document.createElement("canvas");
    const draw = () => canvas.getContext("2d").fillRect(0, 0, 1, 1);
    film = Object.assign(document.createElement("video"), {
      className: "film", muted: true, playsInline: true, ariaHidden: "true", srcObject: canvas.captureStream(),
    });
    document.body.append(film);
    draw();
    setInterval(() => was && draw(), 1000); // a film without new pictures stands still
  }
  await film.play();
  return { release: () => film.pause() };
}
