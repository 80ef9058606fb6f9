import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';

const settings = z
  .object({
    UNSTORE_URL: z.url({ protocol: /^https?$/ }),
    UNSTORE_KEY: z.string().min(1),
    RCON_HOST: z.string().default('127.0.0.1'),
    RCON_PORT: z.coerce.number().int().min(1).max(65_535).default(25_575),
    RCON_PASSWORD: z.string().min(1),
    /** The command that lists the players online; empty for a game without one. */
    PLAYERS_COMMAND: z.string().default('list uuids'),
    JOURNAL: z.string().default('server-agent.journal'),
    POLL_SECONDS: z.coerce.number().min(5).max(600).default(10),
  })
  .transform((read) => ({
    url: read.UNSTORE_URL.replace(/\/+$/, ''),
    key: read.UNSTORE_KEY,
    rcon: { host: read.RCON_HOST, port: read.RCON_PORT, password: read.RCON_PASSWORD },
    playersCommand: read.PLAYERS_COMMAND,
    journal: read.JOURNAL,
    pollMs: read.POLL_SECONDS * 1000,
  }));
export type Settings = z.output<typeof settings>;

/**
 * Reads the settings file, with one `NAME=value` per line.
 *
 * @throws with a line for each missing or invalid setting
 */
export function readSettings(path: string): Settings {
  const read = settings.safeParse(parseEnv(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join('\n'));
}
