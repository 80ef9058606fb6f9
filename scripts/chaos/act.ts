import { setTimeout as delay } from 'node:timers/promises';
import { consentVersion } from '../../lib/checkout/consent.ts';
import type { Person } from './people.ts';
import type { ChaosShop } from './shop.ts';

/** Outcome of a step: `done`, the code of a refusal, or the reason why the outcome is unknown. */
export type Outcome = string;

export const buyerData = { minecraftName: 'jugador_1', consentimiento: consentVersion };

/** Timeout of a request, in milliseconds. */
const patience = 20_000;

type Answer = { status: number; body: Record<string, unknown> };

/** A response without information about the outcome: the shop or a dependency was unavailable. */
const unknown = (status: number) => status === 0 || status >= 500;

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, body: body as Record<string, unknown> };
  } catch {
    // The connection was cut, or the request timed out.
    return { status: 0, body: {} };
  }
}

/** The actions of people, by the shop's routes and, for forms, by the database functions behind them. */
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

  /** Calls a database function as a signed-in person, as server actions do. */
  const call = (person: Person, name: string, args: Record<string, unknown>) =>
    ask(`${env.SUPABASE_URL}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: asPerson(person),
      body: JSON.stringify(args),
    });

  /** Inserts or deletes a row of a table that people may write directly. */
  const row = (person: Person, method: 'POST' | 'DELETE', path: string, data?: unknown) =>
    ask(`${env.SUPABASE_URL}/rest/v1/${path}`, {
      method,
      headers: asPerson(person),
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });

  /**
   * Repeats a step for up to a minute until its outcome is known, as a person who presses the button again. Both nodes
   * and the database may go down in that time.
   *
   * @param pauseMs pause between two attempts
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

/** The outcome that a response reports. */
export function outcomeOf({ status, body }: Answer): Outcome {
  if (unknown(status)) return 'unknown';
  if (typeof body.error === 'string') return body.error;
  return status < 400 && body.ok !== false ? 'done' : String(status);
}
