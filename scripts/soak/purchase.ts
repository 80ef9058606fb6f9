import { setTimeout as delay } from 'node:timers/promises';
import { simulator } from '@unstore/payment-simulator/client';
import { consentVersion } from '../../lib/checkout/consent.ts';
import { database } from '../../tests/e2e/support/database.ts';
import { createPerson } from '../../tests/e2e/support/people.ts';
import { createSession } from '../../tests/e2e/support/session.ts';

/** Creates a person with a session and returns its cookie. */
export async function newSession(): Promise<{ id: string; cookie: string }> {
  const person = await createPerson();
  const session = await createSession(person);
  return { id: person.id, cookie: session.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

const patienceMs = 15_000;

/**
 * Buys a product by card as a new person, from sign-in to the delivery by the webhook.
 *
 * @returns milliseconds from the button to the delivery
 * @throws unless it is delivered exactly once
 */
export async function buyOnce(site: string, slug: string): Promise<number> {
  const { id, cookie } = await newSession();
  const began = performance.now();
  const answer = await fetch(`${site}/api/create-checkout-session`, {
    method: 'POST',
    headers: { cookie, origin: site, 'content-type': 'application/json' },
    body: JSON.stringify({ producto: slug, minecraftName: 'jugador_1', consentimiento: consentVersion }),
  });
  if (!answer.ok) throw new Error(`the payment was not started: ${answer.status} ${await answer.text()}`);
  const { id: session } = (await answer.json()) as { id: string };
  await simulator(process.env.STRIPE_API_URL ?? '').stripe.pay(session);
  while (performance.now() - began < patienceMs) {
    const [row] = await database()`select count(*)::int as orders from adquisiciones where user_id = ${id}`;
    if (row?.orders === 1) return performance.now() - began;
    if (row?.orders > 1) throw new Error('delivered more than once');
    await delay(100);
  }
  throw new Error('paid, and not delivered');
}
