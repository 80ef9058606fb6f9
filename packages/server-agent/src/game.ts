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

/** True if an answer says that nothing was run. */
export const isFailure = (answer: string): boolean =>
  /^(unknown (or incomplete )?command|incorrect argument|expected |an unexpected error|you do not have permission)/i.test(
    answer.replace(/§./g, '').trim(),
  );

/** A game server behind Source RCON. The connection is opened when it is needed, and anew after a failure. */
export function openGame(where: { host: string; port: number; password: string }, playersCommand: string): Game {
  let open: Promise<Rcon> | undefined;
  const connection = () => {
    if (open) return open;
    const rcon = new Rcon({ ...where, timeout: 5_000 });
    // Some servers refuse 0, with which the client begins.
    (rcon as unknown as { requestId: number }).requestId = 1;
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
      return await rcon.send(command);
    } catch (problem) {
      open = undefined;
      await rcon.end().catch(() => undefined);
      throw problem;
    }
  }
  return {
    run,
    players: async () => (playersCommand ? parsePlayers(await run(playersCommand)) : []),
    freeSlots: async (player) => parseFreeSlots(await run(`data get entity ${player} Inventory`)),
    async close() {
      const rcon = await open?.catch(() => undefined);
      await rcon?.end().catch(() => undefined);
    },
  };
}
