import { connectRcon, type Rcon } from './rcon.ts';
import type { Player } from './shop.ts';

export type Game = {
  /** Runs a command in the console of the server and returns its output. */
  run: (command: string) => Promise<string>;
  players: () => Promise<Player[]>;
  /** Free inventory slots of a player; null if the game does not report them. */
  freeSlots: (player: string) => Promise<number | null>;
  close: () => Promise<void>;
};

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const slots = 36;

/** The players in an answer such as `There are 1 of a max of 20 players online: Ana (069a79f4-…)`. */
export function parsePlayers(answer: string): Player[] {
  const [, list = ''] = /:\s*([\s\S]*)$/.exec(answer.replace(/§./g, '')) ?? [];
  return list.split(/[,\n]/).flatMap((entry) => {
    // Another sentence, such as an error, has several words.
    const [, name] = /^(\S+)(?: \(.*\))?$/.exec(entry.trim()) ?? [];
    return name ? [{ name, uuid: uuid.exec(entry)?.[0] ?? null }] : [];
  });
}

/** Free inventory slots from an answer of Minecraft such as `Ana has the following entity data: [{Slot: 0b, …}]`. */
export function parseFreeSlots(answer: string): number | null {
  if (!/entity data/.test(answer)) return null;
  let depth = 0;
  let used = 0;
  for (const [part, slot] of answer.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[{]|[\]}]|\bSlot: (-?\d+)b/g)) {
    if (/^[[{]$/.test(part)) depth += 1;
    else if (/^[\]}]$/.test(part)) depth -= 1;
    // Deeper ones are the slots of a box that the player carries.
    else if (slot && depth === 2 && Number(slot) >= 0 && Number(slot) < slots) used += 1;
  }
  return slots - used;
}

/** The beginnings of answers to commands that did not run: of Minecraft, Bedrock servers, Bukkit and plugins. */
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

/** True if an answer reports that no command was run. */
export const isFailure = (answer: string): boolean => failures.test(answer.replace(/§./g, '').trim());

const timeoutMs = 5_000;

/** A game server behind Source RCON. The connection is opened on demand, and again after a failure. */
export function openGame(where: { host: string; port: number; password: string }, playersCommand: string): Game {
  let open: Promise<Rcon> | undefined;
  const forget = (ended: Promise<Rcon>) => {
    if (open === ended) open = undefined;
  };
  function connection(): Promise<Rcon> {
    if (open) return open;
    const opened = connectRcon({ ...where, timeoutMs }, () => forget(opened));
    open = opened;
    return opened;
  }
  async function run(command: string): Promise<string> {
    const opened = connection();
    try {
      return await (await opened).send(command);
    } catch (problem) {
      forget(opened);
      throw problem;
    }
  }
  return {
    run,
    players: async () => (playersCommand ? parsePlayers(await run(playersCommand)) : []),
    freeSlots: async (player) => parseFreeSlots(await run(`data get entity @a[name="${player}",limit=1] Inventory`)),
    async close() {
      (await open?.catch(() => undefined))?.close();
    },
  };
}
