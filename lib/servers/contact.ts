import { z } from 'zod';
import { cut } from '@/lib/core/cut';
import type { Contact, OnlinePlayer } from './types';

/** More than the players of any server. */
const mostPlayers = 2_000;

/** Longer than any id or version. Values of servers are stored. */
const longest = 100;

const text = z
  .union([z.string(), z.number()])
  .transform((value) => cut(String(value), longest))
  .nullish()
  .catch(null);
const player = z.object({ name: z.string().min(1).max(64), uuid: text, uid: text });
const body = z.object({
  platform: z.object({ type: text, name: text, version: text }).nullish().catch(null),
  version: text,
  players: z.array(z.unknown()).nullish().catch(null),
  maxPlayers: z.number().int().min(0).max(1_000_000).nullish().catch(null),
});

const without = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)) as {
    [Key in keyof Value]?: NonNullable<Value[Key]>;
  };

function readPlayers(list: unknown[]): OnlinePlayer[] {
  return list.slice(0, mostPlayers).flatMap((each) => {
    const read = player.safeParse(each);
    return read.success ? [{ name: read.data.name, uuid: read.data.uuid ?? null, uid: read.data.uid ?? null }] : [];
  });
}

/**
 * Status of a server, in the format of AzLink. Fields that cannot be read are left out: some plugins write an
 * empty list as an object.
 *
 * @returns null if it is not an object
 */
export function readContact(value: unknown): (Contact & { type: string | null }) | null {
  const read = body.safeParse(value);
  if (!read.success) return null;
  const { platform, version, players, maxPlayers } = read.data;
  const name = [platform?.name, platform?.version].filter(Boolean).join(' ');
  return {
    type: platform?.type ?? null,
    ...without({
      platform: name || null,
      plugin: version,
      // A server that reports no players counts as empty: a command that requires an online player must wait.
      players: readPlayers(players ?? []),
      maxPlayers,
    }),
  };
}
