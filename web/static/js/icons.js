// Signs on a 24 x 24 grid, in the line width of the printed cards. All are decoration: words stand
// beside them, or their button has a name.

import { h } from "./dom.js";

const PATHS = {
  // symbols of players and penguin colours
  sun: [
    "c 12 12 4.6",
    "M12 1.8v3M12 19.2v3M1.8 12h3M19.2 12h3M4.8 4.8l2.1 2.1M17.1 17.1l2.1 2.1M4.8 19.2l2.1-2.1M17.1 6.9l2.1-2.1",
  ],
  wave: [
    "M2 9c2.5-4 5-4 7.5 0s5 4 7.5 0 3.5-3 5-1.4",
    "M2 16.5c2.5-4 5-4 7.5 0s5 4 7.5 0 3.5-3 5-1.4",
  ],
  pyramid: ["F M12 3.5 22.2 20.5H1.8Z", "M12 3.5l3.6 17"],
  palm: [
    "M12.2 9.5c.6 4-.2 8-1.6 12",
    "M12 9.5C9 5.6 5.6 5.6 3 8.6M12 9.5c-4-1-7 .8-7.6 4.6M12 9.5c3-3.9 6.4-3.9 9-.9M12 9.5c4-1 7 .8 7.6 4.6M12 9.5c-.6-3.5.6-6 3-7",
  ],
  fish: [
    "F M2.2 12c3.3-5.8 10-6.8 14.6-1.3L21.8 7v10l-5-3.7C12.2 18.8 5.5 17.8 2.2 12Z",
    "D 7.6 11 1.1",
  ],
  star: ["F M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.2 9.3l6.9-.8Z"],
  moon: ["F M15.5 2.8a9.6 9.6 0 1 0 5.7 14.6A8.4 8.4 0 0 1 15.5 2.8Z"],
  feather: ["F M4 20C4.5 11 10 4 20.5 3.2 20.5 12.5 14.5 18 7 17.5Z", "M2.8 21.2 13.5 10"],
  // everything else
  chief: ["F M3 18.5 2.2 7.5l5.3 4L12 4l4.5 7.5 5.3-4L21 18.5Z", "M4 21.5h16"],
  cup: [
    "F M7 3h10v6a5 5 0 0 1-10 0Z",
    "M7 5H2.8c0 4 2 6 4.7 6M17 5h4.2c0 4-2 6-4.7 6M12 14v6M8 21h8",
  ],
  play: ["M4.5 8.5l8-4.5 3 11.5-8 4.5Z", "M14 5.5l5.5 1.2-2.5 11.8-3.2-.6"],
  table: ["c 12 12 4", "c 12 3.8 1.7", "c 12 20.2 1.7", "c 3.8 12 1.7", "c 20.2 12 1.7"],
  history: ["M4.2 5v4.8H9", "M4.6 9.6A8.5 8.5 0 1 1 3.8 14", "M12 7.5V12l3.2 2"],
  camera: ["M3 8.2h3.8L8.5 5.5h7l1.7 2.7H21v11H3Z", "c 12 13.4 3.6"],
  tick: ["M4.5 12.8l5 5L19.8 6.8"],
  close: ["M6 6l12 12M18 6 6 18"],
  stop: ["M8.2 2.8h7.6l5.4 5.4v7.6l-5.4 5.4H8.2l-5.4-5.4V8.2Z", "M12 7.5v5.5", "D 12 16.5 1.3"],
  lamp: [
    "M8.6 16.5c-3.8-2.7-4-8.1-.6-10.7 3.3-2.6 8-1.6 10 1.7 1.9 3.2.7 6.7-2.6 9v2h-6.8Z",
    "M9.5 21.5h5",
  ],
  up: ["M5.5 14.5 12 8l6.5 6.5"],
  down: ["M5.5 9.5 12 16l6.5-6.5"],
  undo: ["M8.5 4.5 4 9l4.5 4.5", "M4.5 9H14a5.5 5.5 0 0 1 0 11H9"],
  redo: ["M15.5 4.5 20 9l-4.5 4.5", "M19.5 9H10a5.5 5.5 0 0 0 0 11h5"],
  download: ["M12 3.5v12M6.5 10.5l5.5 5.5 5.5-5.5", "M4 20.5h16"],
  pen: ["M4 20l1.2-4.8L16.5 4l3.6 3.6L8.8 18.8Z"],
  photo: ["M3.5 4.5h17v15h-17Z", "M3.5 16.5l5-5.5 4 4.5 3-3 5 5", "c 16 8.8 1.4"],
  hidden: ["M2.5 12C6 5.8 18 5.8 21.5 12 18 18.2 6 18.2 2.5 12Z", "c 12 12 2.8", "M4 20.5 20 3.5"],
  hourglass: [
    "M6 3h12M6 21h12",
    "M7.5 3c0 5 3 6 4.5 9-1.5 3-4.5 4-4.5 9M16.5 3c0 5-3 6-4.5 9 1.5 3 4.5 4 4.5 9",
  ],
  offline: ["M2.5 9C8 4 16 4 21.5 9M6 13c3.5-3 8.5-3 12 0", "D 12 18 1.5", "M4 21 20 4"],
  minus: ["M5 12h14"],
  plus: ["M12 5v14M5 12h14"],
  shuffle: [
    "M3 7h3.5c5 0 5.5 10 10.5 10h3.5M3 17h3.5c2 0 3.2-1.6 4.2-3.5M13.5 9.5C14.5 8 15.5 7 17 7h3.5",
    "M18 4.5 20.8 7 18 9.5M18 14.5l2.8 2.5-2.8 2.5",
  ],
  weight: ["F M5 8.5h14l2.5 12h-19Z", "c 12 5.5 2.6"],
  arm: ["M4 16.5c5 3.5 11 3 16-1.5", "M8 13.5v6M13 14v6"],
  flag: ["M5.5 21.5V3", "F M5.5 4h13l-3 4.5 3 4.5h-13Z"],
  lock: ["M5 11h14v10H5Z", "M8 11V7.5a4 4 0 0 1 8 0V11", "D 12 15.8 1.4"],
  tv: ["M2.5 5h19v12.5h-19Z", "M8 21h8"],
  help: ["c 12 12 9.2", "M9 9.3a3 3 0 1 1 4.6 2.6c-1 .6-1.6 1.2-1.6 2.4", "D 12 17.3 1.2"],
  phone: ["M7 2.5h10v19H7Z", "M10.5 18.4h3"],
};

/** Add signs that only one game needs. */
export function addIcons(paths) {
  Object.assign(PATHS, paths);
}

/** The sign called `name`. */
export function icon(name, extra = "") {
  return h("svg", { class: `icon ${extra}`.trim(), viewBox: "0 0 24 24", "aria-hidden": "true" },
    (PATHS[name] ?? PATHS.wave).map(shape));
}

/** `c x y r` an open circle, `D x y r` a dot, `F path` a filled path, otherwise a stroked path. */
function shape(code) {
  const [kind, ...rest] = code.split(" ");
  if (kind === "c" || kind === "D") {
    const [cx, cy, r] = rest;
    return h("circle", { cx, cy, r, class: kind === "D" ? "fill" : "" });
  }
  return kind === "F" ? h("path", { d: rest.join(" "), class: "fill" }) : h("path", { d: code });
}
