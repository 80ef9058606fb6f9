import { createServer, type Socket } from 'node:net';
import { createPacketReader, encodePacket, packetTypes } from '../src/rcon.ts';

/** Minecraft truncates its answers after this number of characters. */
const partLength = 4_096;

/**
 * Starts the console of a game server by [Source RCON](https://developer.valvesoftware.com/wiki/Source_RCON_Protocol).
 *
 * @param port 0 for any free one
 * @param run called with each command; returns the output of the console
 * @param options.password the required password; without it, any password is accepted
 */
export async function startRconServer(
  port: number,
  run: (command: string) => string,
  { password }: { password?: string } = {},
): Promise<{ port: number; disconnect: () => void; stop: () => void }> {
  const sockets = new Set<Socket>();
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that is killed resets its connection.
    socket.on('error', () => socket.destroy());
    socket.on(
      'data',
      createPacketReader(({ id, type, body }) => {
        const text = body.toString();
        if (type === packetTypes.login) {
          const isRight = password === undefined || text === password;
          return void socket.write(encodePacket(isRight ? id : -1, packetTypes.loggedIn, ''));
        }
        const answer = run(text);
        for (let at = 0; at === 0 || at < answer.length; at += partLength)
          socket.write(encodePacket(id, packetTypes.answer, answer.slice(at, at + partLength)));
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    disconnect,
    stop() {
      disconnect();
      server.close();
    },
  };
}
