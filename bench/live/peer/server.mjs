// boardgame.io with FlatFile storage: `node server.mjs PORT FOLDER`. Four phones a table, any of them may tap at any time.

import { createRequire } from "node:module";
import process from "node:process";

const require = createRequire(import.meta.url);
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const [port, dir] = process.argv.slice(2);
const game = {
  name: "bench",
  setup: () => ({ chief: "0", taps: 0, last: "" }),
  turn: { activePlayers: { all: "play", value: {} }, stages: { play: {} } },
  moves: {
    tap: ({ G, playerID }, mark) => ({ chief: playerID, taps: G.taps + 1, last: mark }),
  },
};

const server = Server({ games: [game], db: new FlatFile({ dir }), origins: [Origins.LOCALHOST] });
await server.run({ port: Number(port) });
console.log("listening");
