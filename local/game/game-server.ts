import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { consolePage, type Line } from './console-page.ts';

type Options = { port: number; shopUrl: string; keys: string[]; everyMs?: number };
export type GameServer = { url: string; stop: () => void };

/** AzLink never polls more often. */
const leastMs = 6_000;
const mostLines = 200;

/**
 * Starts a simulated game server: it fetches commands with the key of each creator, like the AzLink plugin, also on
 * request, keeps a whitelist, and shows its console at its address.
 */
export async function startGameServer({ port, shopUrl, keys, everyMs = leastMs }: Options): Promise<GameServer> {
  const lines: Line[] = [];
  const [allowed, players] = [new Set<string>(), new Set<string>()];
  const write = (text: string) => {
    lines.push({ at: new Date(), text });
    if (lines.length > mostLines) lines.shift();
  };

  function run(command: string): void {
    write(`> ${command}`);
    const [first, verb, name] = command.split(' ');
    if (first !== 'whitelist' || !name) {
      write(first === 'say' ? `[Server] ${command.slice(4)}` : 'Hecho.');
      return;
    }
    if (verb === 'add') allowed.add(name);
    else allowed.delete(name);
    write(verb === 'add' ? `${name} está en la lista blanca.` : `${name} ya no está en la lista blanca.`);
  }

  const down = new Set<string>();
  async function ask(key: string): Promise<void> {
    try {
      const answer = await fetch(`${shopUrl}/api/azlink`, {
        method: 'POST',
        headers: { 'azuriom-link-token': key, 'content-type': 'application/json', 'user-agent': 'AzLink java v0.0.0' },
        body: JSON.stringify({
          platform: { type: 'BUKKIT', name: 'Servidor de prueba', version: '1' },
          version: '0.0.0',
          players: [...players].map((name) => ({ name, uuid: null })),
          maxPlayers: 20,
          full: false,
        }),
        signal: AbortSignal.timeout(5_000),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const { commands } = (await answer.json()) as { commands: Record<string, string[]> };
      down.delete(key);
      for (const command of Object.values(commands).flat()) run(command);
    } catch (problem) {
      if (down.size === 0) write(`La tienda no responde: ${(problem as Error).message}`);
      down.add(key);
    }
  }

  const keyOf = (hash: string) => keys.find((key) => createHash('sha256').update(key).digest('hex') === hash);

  const http = createServer((request, response) => {
    const keyHash = request.method === 'POST' && request.headers.authorization;
    if (keyHash) {
      const key = keyOf(keyHash);
      if (key) void ask(key);
      response.writeHead(key ? 200 : 403).end();
      return;
    }
    if (request.method === 'POST') {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body = (body + text).slice(0, 200);
      });
      request.on('end', () => {
        const name = new URLSearchParams(body).get('name') ?? '';
        if (/^\w{3,16}$/.test(name)) {
          const isInside = players.delete(name);
          if (!isInside) players.add(name);
          write(`${name} ${isInside ? 'ha salido' : 'ha entrado'}.`);
        }
        response.writeHead(303, { location: '/' }).end();
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(consolePage(lines, allowed, players));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const timer = setInterval(() => keys.forEach((key) => void ask(key)), everyMs);
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      clearInterval(timer);
      http.closeAllConnections();
      http.close();
    },
  };
}
