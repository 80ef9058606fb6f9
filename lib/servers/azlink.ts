import type { Command, OnlinePlayer } from './types';

/** Plugins that read commands as an object by player; the others read a list. */
const byPlayerTypes = new Set([
  'BUKKIT',
  'BUNGEE',
  'FABRIC',
  'FORGE',
  'HYTALE',
  'NEOFORGE',
  'NUKKIT',
  'POCKETMINE',
  'SPONGE',
  'VELOCITY',
]);

/** True if a plugin expects commands by player. */
const readsByPlayer = (type: string | null, userAgent: string): boolean =>
  type ? byPlayerTypes.has(type.toUpperCase()) : /^AzLink (java|PocketMine)\b/i.test(userAgent);

function groupByPlayer(commands: Command[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { player, text } of commands) groups.set(player, [...(groups.get(player) ?? []), text]);
  return groups;
}

/**
 * The answer to an AzLink plugin: `{"commands": {"<player>": ["…"]}}` for Java and PocketMine, `{"commands": [{"name",
 * "uid", "values"}]}` for the others.
 *
 * @param type `platform.type` of the request
 */
export function toAzlink(
  commands: Command[],
  { type, userAgent, players }: { type: string | null; userAgent: string; players: OnlinePlayer[] },
): object {
  const groups = groupByPlayer(commands);
  if (readsByPlayer(type, userAgent)) return { commands: Object.fromEntries(groups) };
  const uidOf = (name: string) => players.find((player) => player.name.toLowerCase() === name.toLowerCase())?.uid;
  return { commands: [...groups].map(([name, values]) => ({ name, uid: uidOf(name) ?? '0', values })) };
}
