import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const defaults = {
  RCON_HOST: '127.0.0.1',
  RCON_PORT: '25575',
  /** The command that lists the players online; empty for a game without one. */
  PLAYERS_COMMAND: 'list uuids',
  JOURNAL: 'server-agent.journal',
  POLL_SECONDS: '10',
};

const isWithin = (text: string, least: number, most: number) => Number(text) >= least && Number(text) <= most;

/**
 * Reads the settings file, with one `NAME=value` per line.
 *
 * @throws with a line for each missing or invalid setting
 */
export function readSettings(path: string) {
  const { UNSTORE_URL = '', UNSTORE_KEY = '', RCON_PASSWORD = '', ...read } = parseEnv(readFileSync(path, 'utf8'));
  const { RCON_HOST, RCON_PORT, PLAYERS_COMMAND, JOURNAL, POLL_SECONDS } = { ...defaults, ...read };
  const problems = [
    !(/^https?:/.test(UNSTORE_URL) && URL.canParse(UNSTORE_URL)) && 'UNSTORE_URL: enter the address of the shop',
    !UNSTORE_KEY && 'UNSTORE_KEY: enter the key of the server',
    !(isWithin(RCON_PORT, 1, 65_535) && Number.isInteger(Number(RCON_PORT))) && 'RCON_PORT: enter a port',
    !RCON_PASSWORD && 'RCON_PASSWORD: enter the password of RCON',
    !isWithin(POLL_SECONDS, 5, 600) && 'POLL_SECONDS: enter a number from 5 to 600',
  ].filter(Boolean);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return {
    url: UNSTORE_URL.replace(/\/+$/, ''),
    key: UNSTORE_KEY,
    rcon: { host: RCON_HOST, port: Number(RCON_PORT), password: RCON_PASSWORD },
    playersCommand: PLAYERS_COMMAND,
    journal: JOURNAL,
    pollMs: Number(POLL_SECONDS) * 1000,
  };
}
