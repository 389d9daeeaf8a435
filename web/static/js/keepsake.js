// The result of a game as a picture to share, and as a file for BG Stats.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./parts.js";
import { t } from "./words.js";

const AGAIN = 5000; // ms before another try when the server was too busy to draw the picture

/** The panel that shares the result; `state.version` renews the picture after a correction. */
export function keepsake({ state, base, say, door }) {
  const picture = `${base}/result.png?v=${state.version}`;
  const save = `${picture}&save`;
  return h("section", { key: "keepsake", class: "panel keepsake", "aria-label": t("Share") },
    h("img",
      { class: "keepsake-card", src: picture, alt: t("Picture of the result"), width: 1080,
        height: 1350, loading: "lazy",
        onerror: ({ target }) =>
          setTimeout(() => target.isConnected && (target.src = picture), AGAIN) }),
    h("div", { class: "keepsake-words" },
      h("h2", {}, t("Share the result")),
      canShare() &&
        button("photo", t("Share the picture"),
          () => share(picture, `rookery-${state.code}.png`, say)),
      h("a", { class: "button", href: save, download: `rookery-${state.code}.png` },
        icon("photo"),
        t("Save the picture")),
      h("a", { class: "button", href: `${base}/result.bgsplay`, download: true },
        icon("download"),
        t("BG Stats file")),
      !door && h("a", { class: "button", href: "/" }, icon("table"), t("Home page"))));
}

/** Whether this browser shares files: over plain http none does. */
function canShare() {
  return Boolean(
    navigator.canShare?.({ files: [new File([], "result.png", { type: "image/png" })] }),
  );
}

async function share(url, name, say) {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw answer;
    const file = new File([await answer.blob()], name, { type: "image/png" });
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error.name !== "AbortError") say(t("Couldn’t share. Save the picture instead."), "refused");
  }
}
