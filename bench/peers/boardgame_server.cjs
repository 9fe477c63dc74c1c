// boardgame.io with its usual store, which is in memory, and the smallest game that there can be.
const { Server, Origins } = require('boardgame.io/server');
const { argument } = require('./arguments.cjs');

const counter = {
  name: 'counter',
  setup: () => ({ moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { count: ({ G }) => { G.moves += 1; } },
};
Server({ games: [counter], origins: [Origins.LOCALHOST] }).run(Number(argument('port')));
