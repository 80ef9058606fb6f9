import { createServer, type Socket } from 'node:net';

const types = { login: 3, command: 2, loggedIn: 2, answer: 0 } as const;

function packet(id: number, type: number, body: string): Buffer {
  const text = Buffer.from(body);
  const written = Buffer.alloc(14 + text.length);
  written.writeInt32LE(10 + text.length, 0);
  written.writeInt32LE(id, 4);
  written.writeInt32LE(type, 8);
  text.copy(written, 12);
  return written;
}

/**
 * Starts the console of a game server by [Source RCON](https://developer.valvesoftware.com/wiki/Source_RCON_Protocol).
 *
 * @param run called with each command, answers what the console says
 */
export async function startRconServer(port: number, run: (command: string) => string): Promise<{ stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that is killed resets its connection.
    socket.on('error', () => socket.destroy());
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readInt32LE(0)) {
        const end = 4 + rest.readInt32LE(0);
        const [id, type, body] = [rest.readInt32LE(4), rest.readInt32LE(8), rest.toString('utf8', 12, end - 2)];
        rest = rest.subarray(end);
        socket.write(type === types.login ? packet(id, types.loggedIn, '') : packet(id, types.answer, run(body)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
