// The sign that only combust has, drawn as those of all games (js/icons.js).

export const ICONS = {
  flame: [
    "F M12 2.5c1.5 4 6.5 6.2 6.5 11.6a6.5 6.5 0 0 1-13 0c0-2.8 1.6-4.2 2.6-6 .6 1.6 1.3 2.2 2.2 2.6C10.5 7.5 10.6 5 12 2.5Z",
  ],
};
