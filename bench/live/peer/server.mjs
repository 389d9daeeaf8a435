// boardgame.io with FlatFile storage: `node server.mjs PORT FOLDER MATCHES MOVES`. So many matches for four phones, each
// with a log of so many moves. Any phone may tap at any time.

import { createRequire } from "node:module";
import process from "node:process";

const require = createRequire(import.meta.url);
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { CreateGameReducer, createMatch } = require("boardgame.io/internal");

const [port, dir, matches, moves] = process.argv.slice(2);
const game = {
  name: "bench",
  setup: () => ({ chief: "0", taps: 0, last: "" }),
  turn: { activePlayers: { all: "play", value: {} }, stages: { play: {} } },
  moves: {
    tap: ({ G, playerID }, mark) => ({ chief: playerID, taps: G.taps + 1, last: mark }),
  },
};

const db = new FlatFile({ dir });
await db.connect();
const { initialState, metadata } = createMatch({ game, numPlayers: 4, unlisted: true });
const reduce = CreateGameReducer({ game, numPlayers: 4 });
const log = [];
let state = initialState;
for (let n = 0; n < Number(moves); n++) {
  const payload = { type: "tap", args: [`before-${n}`], playerID: String(n % 4) };
  const { deltalog, ...after } = reduce(state, { type: "MAKE_MOVE", payload });
  log.push(...deltalog);
  state = after;
}
if (state.G.taps !== Number(moves)) throw new Error("the moves before the bench were refused");
for (let n = 0; n < Number(matches); n++) {
  await db.createMatch(`match-${n}`, { initialState, metadata });
  await db.setState(`match-${n}`, state, log);
}

const server = Server({ games: [game], db, origins: [Origins.LOCALHOST] });
await server.run({ port: Number(port) });
console.log("listening");
