export type Delivery = {
  id: string;
  player: string;
  command: string;
  slots: number;
  needs_player: boolean;
  order: string | null;
};

type Fetched = { lease_seconds: number; deliveries: Delivery[] };

/** False for the answer of another program, such as a proxy. */
function isFetched(answer: unknown): answer is Fetched {
  const { lease_seconds, deliveries } = Object(answer) as Partial<Fetched>;
  return (
    typeof lease_seconds === 'number' &&
    Array.isArray(deliveries) &&
    deliveries.every(
      ({ id, player, command, slots, needs_player }: Partial<Delivery>) =>
        [id, player, command].every((text) => typeof text === 'string') &&
        typeof slots === 'number' &&
        typeof needs_player === 'boolean',
    )
  );
}

export type Player = { name: string; uuid: string | null };
/** Result of a command. `retry`: it has not run, and the shop sends it again. */
export type Result = { id: string; ok: boolean; error?: string; retry?: boolean };

export type Shop = {
  /** Fetches commands, which are leased to the agent. */
  fetch: () => Promise<{ leaseMs: number; deliveries: Delivery[] }>;
  /** Reports results and the players online: commands for a player are sent only while the player is online. */
  report: (results: Result[], players: Player[]) => Promise<void>;
};

/** A permanent refusal, such as a wrong key. */
export class Refused extends Error {}

const timeoutMs = 15_000;

/** The shop at an address, which identifies the agent by its key. */
export function openShop(url: string, key: string, version: string): Shop {
  async function call(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${url}/api/v1/deliveries${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'user-agent': `server-agent ${version}`,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    // A proxy before the shop may refuse a call, too, for a while.
    if (answer.status === 403 && (await answer.json().catch(() => null))?.code === 'forbidden')
      throw new Refused('the shop does not know this key');
    if (!answer.ok) throw new Error(`the shop answers ${answer.status}`);
    return answer.json();
  }
  return {
    async fetch() {
      const answer = await call('');
      if (!isFetched(answer)) throw new Error('the address does not answer as the shop does: check UNSTORE_URL');
      return { leaseMs: answer.lease_seconds * 1000, deliveries: answer.deliveries };
    },
    async report(results, players) {
      await call('/ack', { results, players, version, platform: { type: 'RCON', name: 'RCON' } });
    },
  };
}
