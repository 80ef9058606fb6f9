import { connect } from 'node:net';

/** The types of packets in [Source RCON](https://developer.valvesoftware.com/wiki/Source_RCON_Protocol). */
export const packetTypes = { login: 3, loggedIn: 2, command: 2, answer: 0 } as const;

/** Games send longer answers in parts: Minecraft after 4,096 characters, Source after a few bytes less. */
const partLength = 4_000;

export type Packet = { id: number; type: number; body: Buffer };

/** Writes a packet: its length, id, type, text, and two zero bytes. */
export function encodePacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text);
  const written = Buffer.alloc(14 + body.length);
  written.writeInt32LE(10 + body.length, 0);
  written.writeInt32LE(id, 4);
  written.writeInt32LE(type, 8);
  body.copy(written, 12);
  return written;
}

/** Creates a reader of chunks. A chunk contains a part of a packet, or several packets. */
export function createPacketReader(onPacket: (packet: Packet) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readInt32LE(0)) {
      const end = 4 + rest.readInt32LE(0);
      const packet = { id: rest.readInt32LE(4), type: rest.readInt32LE(8), body: rest.subarray(12, end - 2) };
      rest = rest.subarray(end);
      onPacket(packet);
    }
  };
}

/** A command was sent, and may have run, but was not answered. */
export class NoAnswer extends Error {}

export type Rcon = {
  /** Runs a command, and resolves with its whole answer. One at a time. Rejects with `NoAnswer`. */
  send: (command: string) => Promise<string>;
  close: () => void;
};

/**
 * Connects to the console of a game server, and logs in.
 *
 * @param where.timeoutMs timeout of an answer
 * @param onEnd called once either side has closed the connection
 * @throws if the server does not answer, or refuses the password
 */
export async function connectRcon(
  where: { host: string; port: number; password: string; timeoutMs: number },
  onEnd: () => void,
): Promise<Rcon> {
  const socket = connect({ host: where.host, port: where.port, noDelay: true });
  const parts = new Map<number, Buffer[]>();
  let lastId = 0;
  let waiting: {
    accepts: (packet: Packet) => boolean;
    resolve: (packet: Packet) => void;
    reject: (problem: Error) => void;
  };

  function fail(problem: Error) {
    waiting.reject(problem);
    socket.destroy();
  }
  socket.on('error', fail);
  socket.on('close', () => {
    fail(new Error('the game has closed the connection'));
    onEnd();
  });
  socket.on(
    'data',
    createPacketReader((packet) => {
      parts.get(packet.id)?.push(packet.body);
      if (waiting.accepts(packet)) waiting.resolve(packet);
    }),
  );

  async function ask(type: number, text: string, accepts: (packet: Packet, id: number) => boolean): Promise<Packet> {
    // Some servers refuse the id 0.
    lastId += 1;
    const id = lastId;
    parts.set(id, []);
    const timer = setTimeout(() => fail(new Error('the game does not answer')), where.timeoutMs);
    const answer = new Promise<Packet>((resolve, reject) => {
      waiting = { accepts: (packet) => accepts(packet, id), resolve, reject };
    });
    socket.write(encodePacket(id, type, text));
    return answer.finally(() => clearTimeout(timer));
  }
  const isOwn = (packet: Packet, id: number) => packet.id === id;

  // Source sends an empty answer first. A refused login has the id -1.
  const login = await ask(packetTypes.login, where.password, ({ type }) => type === packetTypes.loggedIn);
  if (login.id === -1) {
    socket.destroy();
    throw new Error('the game refuses the password');
  }
  return {
    async send(command) {
      try {
        const first = await ask(packetTypes.command, command, isOwn);
        // The answer to the next command comes after the last part.
        if (first.body.length >= partLength) await ask(packetTypes.command, '', isOwn);
        const answer = Buffer.concat(parts.get(first.id) ?? []).toString();
        parts.clear();
        return answer;
      } catch (problem) {
        throw new NoAnswer((problem as Error).message);
      }
    },
    close: () => socket.destroy(),
  };
}
