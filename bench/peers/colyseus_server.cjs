// Colyseus as a relay: a room for each match, in which a move is told to all. It knows no rules.
// Players may answer; when all have, the next one is told to go on. With --file, every move is on
// the disk before it is told; those that come in together are one transaction.
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { argument } = require('./arguments.cjs');

let store = (room, number, move, then) => then();
if (argument('file')) {
  const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(argument('file'));
  file.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
  file.exec('CREATE TABLE moves(room TEXT, number INTEGER, move TEXT, PRIMARY KEY(room, number)) WITHOUT ROWID');
  const insert = file.prepare('INSERT INTO moves VALUES(?, ?, ?)');
  let waiting = [];
  const commit = () => {
    const all = waiting;
    waiting = [];
    file.exec('BEGIN');
    for (const [room, number, move] of all) insert.run(room, number, move);
    file.exec('COMMIT');
    for (const [, , , then] of all) then();
  };
  store = (...move) => {
    if (waiting.push(move) === 1) setImmediate(commit);
  };
}

class Match extends Room {
  onCreate() {
    this.maxClients = 3;
    this.autoDispose = false;
    this.setPatchRate(null);
    this.number = 0;
    this.onMessage('move', (client, move) => {
      const number = (this.number += 1);
      this.answers = 0;
      store(this.roomId, number, JSON.stringify(move), () => this.broadcast('told', { number, move }));
    });
    this.onMessage('ack', () => {
      this.answers += 1;
      if (this.answers === this.clients.length) {
        this.clients[this.number % this.clients.length].send('next', { number: this.number });
      }
    });
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false, gracefullyShutdown: false });
server.define('match', Match);
server.listen(Number(argument('port')), '127.0.0.1');
