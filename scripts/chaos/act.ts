import { setTimeout as delay } from 'node:timers/promises';
import { consentVersion } from '../../lib/checkout/consent.ts';
import type { Person } from './people.ts';
import type { ChaosShop } from './shop.ts';

/** What came of a step: `done`, the code of a refusal, or why nothing is known of it. */
export type Outcome = string;

export const buyerData = { minecraftName: 'jugador_1', consentimiento: consentVersion };

/** How long somebody waits for an answer, in milliseconds. */
const patience = 20_000;

type Answer = { status: number; body: Record<string, unknown> };

/** An answer that says nothing of what was done: the shop, or what it needs, was not there. */
const unknown = (status: number) => status === 0 || status >= 500;

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, body: body as Record<string, unknown> };
  } catch {
    // The connection was cut, or nobody answered in time.
    return { status: 0, body: {} };
  }
}

/** Everything that people do in the shop, by its addresses and, for what only forms can do, by the functions behind them. */
export function createActs(shop: ChaosShop) {
  const { env } = shop.stack;

  const send = (person: Person, method: string, path: string, data?: unknown) =>
    ask(`${shop.url}${path}`, {
      method,
      headers: {
        cookie: person.cookie,
        origin: shop.url,
        'accept-language': 'es-ES',
        'content-type': 'application/json',
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });

  const asPerson = (person: Person) => ({
    apikey: env.SUPABASE_PUBLISHABLE_KEY ?? '',
    authorization: `Bearer ${person.token}`,
    'content-type': 'application/json',
  });

  /** Calls a function of the database as a signed-in person, as the action of a form does. */
  const call = (person: Person, name: string, args: Record<string, unknown>) =>
    ask(`${env.SUPABASE_URL}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: asPerson(person),
      body: JSON.stringify(args),
    });

  /** Writes or removes a row of a table that people may write themselves. */
  const row = (person: Person, method: 'POST' | 'DELETE', path: string, data?: unknown) =>
    ask(`${env.SUPABASE_URL}/rest/v1/${path}`, {
      method,
      headers: asPerson(person),
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });

  /**
   * Repeats the same step until something is known of it, as somebody does who presses again, for a minute. Both nodes
   * and then the database may be away in it.
   *
   * @param pauseMs how long between two tries
   */
  async function insist(step: () => Promise<Answer>, pauseMs: number): Promise<Answer> {
    const began = Date.now();
    let answer = await step();
    while (unknown(answer.status) && Date.now() - began < 60_000) {
      await delay(pauseMs);
      answer = await step();
    }
    return answer;
  }

  return { send, call, row, insist };
}

export type Acts = ReturnType<typeof createActs>;

/** What an answer says came of it. */
export function outcomeOf({ status, body }: Answer): Outcome {
  if (unknown(status)) return 'unknown';
  if (typeof body.error === 'string') return body.error;
  return status < 400 && body.ok !== false ? 'done' : String(status);
}
