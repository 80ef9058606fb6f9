import { Rcon } from 'rcon-client';
import type { Player } from './shop.ts';

export type Game = {
  /** Runs a command in the console of the server, and answers what it says. */
  run: (command: string) => Promise<string>;
  players: () => Promise<Player[]>;
  /** Free places of what a player carries; null if the game does not tell. */
  freeSlots: (player: string) => Promise<number | null>;
  close: () => Promise<void>;
};

/** Games send longer answers in parts: Minecraft after 4,096 characters, Source after a few bytes less. */
const partLength = 4_000;
/** Where the id and the text of a packet begin. */
const [idAt, textAt] = [4, 12];

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const slots = 36;

/** The players in an answer such as `There are 1 of a max of 20 players online: Ana (069a79f4-…)`. */
export function parsePlayers(answer: string): Player[] {
  const [, list = ''] = /:\s*([\s\S]*)$/.exec(answer.replace(/§./g, '')) ?? [];
  return list.split(/[,\n]/).flatMap((entry) => {
    const [name] = entry.trim().split(/\s/);
    return name ? [{ name, uuid: uuid.exec(entry)?.[0] ?? null }] : [];
  });
}

/** Free places by an answer of Minecraft such as `Ana has the following entity data: [{Slot: 0b, …}]`. */
export function parseFreeSlots(answer: string): number | null {
  if (!/entity data/.test(answer)) return null;
  const used = [...answer.matchAll(/\bSlot: (-?\d+)b/g)].filter(
    ([, slot]) => Number(slot) >= 0 && Number(slot) < slots,
  );
  return slots - used.length;
}

/** How answers about a command that did not run begin: of Minecraft, Bedrock servers, Bukkit and plugins. */
const beginnings = [
  'unknown command',
  'unknown or incomplete command',
  'incorrect argument',
  'expected ',
  'syntax error',
  'usage: ',
  'an unexpected error',
  'you do not have permission',
  'no player was found',
  'no entity was found',
  'no targets matched',
  'that player does not exist',
  'that player cannot be found',
  '(error: )?player not found',
];
const failures = new RegExp(`^(${beginnings.join('|')})|could not be found\\.?$|<--\\[HERE\\]$`, 'i');

/** True if an answer says that nothing was run. */
export const isFailure = (answer: string): boolean => failures.test(answer.replace(/§./g, '').trim());

/** What the client keeps to itself. */
type Inside = { requestId: number; handlePacket: (packet: Buffer) => void };

/** A game server behind Source RCON. The connection is opened on demand, and again after a failure. */
export function openGame(where: { host: string; port: number; password: string }, playersCommand: string): Game {
  let open: Promise<Rcon> | undefined;
  let parts: Buffer[] = [];
  const connection = () => {
    if (open) return open;
    const rcon = new Rcon({ ...where, timeout: 5_000 });
    const inside = rcon as unknown as Inside;
    // Some servers refuse 0, with which the client begins.
    inside.requestId = 1;
    // The client reads the first part of an answer only.
    const read = inside.handlePacket.bind(rcon);
    inside.handlePacket = (packet) => {
      parts.push(packet);
      read(packet);
    };
    const forget = () => {
      open = undefined;
    };
    rcon.on('end', forget);
    rcon.on('error', forget);
    open = rcon.connect();
    open.catch(forget);
    return open;
  };
  async function run(command: string): Promise<string> {
    const rcon = await connection();
    try {
      parts = [];
      const answer = await rcon.send(command);
      if (Buffer.byteLength(answer) < partLength) return answer;
      // The answer to the next command comes after the last part.
      await rcon.send('');
      const id = parts[0]?.readInt32LE(idAt);
      const own = parts.filter((part) => part.readInt32LE(idAt) === id);
      return Buffer.concat(own.map((part) => part.subarray(textAt, -2))).toString();
    } catch (problem) {
      open = undefined;
      await rcon.end().catch(() => undefined);
      throw problem;
    }
  }
  return {
    run,
    players: async () => (playersCommand ? parsePlayers(await run(playersCommand)) : []),
    freeSlots: async (player) => parseFreeSlots(await run(`data get entity @a[name="${player}",limit=1] Inventory`)),
    async close() {
      const rcon = await open?.catch(() => undefined);
      await rcon?.end().catch(() => undefined);
    },
  };
}
