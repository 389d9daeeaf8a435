// The signs that only rocks has, drawn as those of all games (js/icons.js).

export const ICONS = {
  rock: ["F M4 16.5 6.5 8 12.5 4.5 19 8l2 7-4 4.5H7.5Z", "M7.5 10.5l3-3.5"],
  nest: [
    "c 12 12 3.4",
    "c 12 4.2 2.2",
    "c 18.8 8.1 2.2",
    "c 18.8 15.9 2.2",
    "c 12 19.8 2.2",
    "c 5.2 15.9 2.2",
    "c 5.2 8.1 2.2",
  ],
};
