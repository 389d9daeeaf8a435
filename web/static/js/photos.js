// A photo of the table: a plain file input (works on plain http, opens the camera), sent until it is answered.

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { freshKey } from "./keys.js";
import { postJson, request } from "./net.js";
import { sheet, sheetFoot } from "./sheet.js";
import { t } from "./words.js";

const ATTEMPTS = 4;
const MOST_MB = 30;
const MOST = (MOST_MB * 1024 - 4) * 1024; // bytes: the server's web/photos.py MAX_UPLOAD, less what is sent around the photo
const PATIENCE = 60000; // ms: a photo takes seconds to send and to read

/** Buttons for a photo of what lies before `seat`: one opens the camera, one also takes what was taken before. */
export function photoButton(context, seat, words, look = "primary") {
  const button = (sign, text, classes, accept, capture) => h("label",
    { key: sign, class: `button photo-button ${classes}` },
    icon(sign),
    text,
    h("input",
      { type: "file", accept, capture, class: "photo-input", "data-seat": seat.id,
        onchange: (event) => take(context, seat.id, event.target) }));
  return [
    button("camera", words, `shutter ${look}`, "image/*", "environment"),
    button("photo", t("Choose a photo"), "", "image/*", null),
  ];
}

function take(context, seat, input) {
  const [file] = input.files;
  input.value = ""; // the same file may be taken again
  if (!file) return;
  if (file.type.startsWith("video/"))
    return refuse(context, { seat }, t("That’s a video. Take a photo of the table."), 422);
  if (file.size > MOST) return refuse(context, { seat }, tooLarge(file), 413);
  send(context, { seat, file, key: freshKey() });
}

function tooLarge(file) {
  return t("That photo is too large ({size} MB; limit {most} MB). Take it at a lower resolution.", {
    size: Math.ceil(file.size / 1024 / 1024),
    most: MOST_MB,
  });
}

/** Send a photo; a lost line is tried again with the same key, so that it is read and counted once. */
export async function send(context, photo) {
  const { store, base, view } = context;
  const url = URL.createObjectURL(photo.file);
  store.show({ reading: { seat: photo.seat, url } });
  const answer = await deliver(`${base}/photos${view}`, photo);
  URL.revokeObjectURL(url);
  store.show({ reading: null });
  if (answer?.body.state) store.learn(answer.body.state);
  if (answer?.body.version) return void context.after?.();
  const status = answer?.status;
  const words = answer ? t("That didn’t work ({status}).", { status }) : t("The table isn’t responding. Try again.");
  refuse(context, photo, answer?.body.error?.message ?? words, status);
}

/** Say why a photo is no good; and offer the same once more where nobody has judged it, else another one. */
function refuse(context, photo, words, status) {
  const { seat } = photo;
  const action =
    !status || status === 429 || status >= 500
      ? { label: t("Send again"), run: () => send(context, photo) }
      : { label: t("New photo"), run: () => camera(seat)?.click() };
  context.say(words, "refused", status !== 409 && action); // a table that takes none now wants neither
}

/** @returns {HTMLInputElement | null} */
function camera(seat) {
  return document.querySelector(`.photo-input[data-seat="${seat}"]`);
}

async function deliver(url, { seat, file, key }) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const body = new FormData();
    body.append("photo", file, file.name || "photo.jpg");
    body.append("seat", seat);
    body.append("key", key);
    const answer = await request(url, { method: "POST", body }, PATIENCE);
    if (answer && (answer.status < 500 || attempt === ATTEMPTS)) return answer;
    await new Promise((resolve) => setTimeout(resolve, Math.max(700 * attempt, answer?.wait ?? 0)));
  }
  return null;
}

/** While the server reads: the photo itself, with a sweep over it. */
export function readingPanel(store, seat) {
  const { reading } = store.ui;
  if (reading?.seat !== seat.id) return null;
  return h(
    "div",
    { key: "reading", class: "reading", role: "status" },
    h("img", { src: reading.url, alt: "" }),
    h("p", {}, icon("hourglass"), t("Reading the photo…")),
  );
}

/** Opens a photo that was kept (`photoSheet`); nothing where there is none, or none any more. */
export function photoLink({ store, state }, photo) {
  if (!state.photos[photo]) return null;
  const open = () => store.show({ sheet: "photo", photo: { photo } });
  return h("button", { onclick: open }, icon("photo"), t("View photo"));
}

/** The photo as taken, or with what was read drawn on it; players can delete their own. */
export function photoSheet(context) {
  const { store, state, base, closeSheet } = context;
  const { photo, plain, zoom } = store.ui.photo;
  const owners = state.photos[photo];
  const show = (changes) => store.show({ photo: { ...store.ui.photo, ...changes } });
  const title = plain ? t("The photo") : t("What was read");
  const settings = { name: "photo", title, onclose: closeSheet, wide: true };
  if (!owners) return sheet(settings, h("p", { role: "status" }, t("This photo was deleted.")));
  const button = (sign, words, attributes) => h("button", attributes, icon(sign), words);
  const drop = () =>
    ask(store, {
      sign: "close",
      words: t("Delete photo"),
      question: t("Delete this photo for everyone? What was read from it stays."),
      act: () => remove(context, photo),
      look: "danger",
    });
  const foot = [
    button("photo", t("What was read"), {
      "aria-pressed": String(!plain),
      onclick: () => show({ plain: !plain }),
    }),
    button("plus", t("Enlarge"), {
      "aria-pressed": String(Boolean(zoom)),
      onclick: () => show({ zoom: !zoom }),
    }),
    (!state.you || owners.includes(state.you)) &&
      button("close", t("Delete photo"), { onclick: drop }),
  ];
  return sheet(
    settings,
    h(
      "div",
      {
        class: zoom ? "photo-frame is-zoomed" : "photo-frame",
        tabindex: "0",
        role: "region",
        "aria-label": t("Photo"),
      },
      h("img", {
        src: `${base}/photos/${encodeURIComponent(photo)}/${plain ? "photo" : "overlay"}.jpg`,
        alt: plain ? t("Original photo") : t("Photo with every card that was read outlined"),
      }),
    ),
    sheetFoot(foot),
  );
}

async function remove({ store, base, view, say, closeSheet }, photo) {
  const url = `${base}/photos/${encodeURIComponent(photo)}/delete${view}`;
  const answer = await postJson(url, {}, PATIENCE);
  if (answer?.ok) {
    store.learn(answer.body.state);
    closeSheet();
    say(t("Photo deleted."), "done");
  } else {
    say(answer?.body.error?.message ?? t("The table isn’t responding. Try again."), "refused");
  }
}
