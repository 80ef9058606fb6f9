import 'server-only';
import { env } from '@/lib/core/env';
import { createPublicClient } from '@/lib/core/supabase/server';
import { callPayPal, PayPalError } from '@/lib/payments/paypal/client';
import { stripe } from '@/lib/payments/stripe/client';
import { type Health, type Service, services } from './types';

const freshForMs = 15_000;
const patienceMs = 4_000;

async function answers(path: string): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const response = await fetch(new URL(path, SUPABASE_URL), { headers: { apikey: SUPABASE_PUBLISHABLE_KEY } });
  return response.ok;
}

const checks: Record<Service, () => Promise<boolean>> = {
  database: async () => !(await createPublicClient().from('configuracion_global').select('id').single()).error,
  auth: () => answers('/auth/v1/health'),
  storage: () => answers('/storage/v1/status'),
  stripe: async () => {
    await stripe().events.list({ limit: 1 }, { maxNetworkRetries: 0, timeout: patienceMs });
    return true;
  },
  // PayPal has no call just for checking. It is asked for an order that does not exist; "not found" shows that it
  // answers.
  paypal: () =>
    callPayPal({ method: 'GET', path: '/v2/checkout/orders/0HEALTH0CHECK0000' }).then(
      () => true,
      (error) => error instanceof PayPalError && error.isRefusal,
    ),
};

async function check(service: Service): Promise<[Service, 'up' | 'down']> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  const isUp = await Promise.race([checks[service]().catch(() => false), late]);
  return [service, isUp ? 'up' : 'down'];
}

async function checkAll(): Promise<Health> {
  const states = Object.fromEntries(await Promise.all(services.map(check))) as Health['services'];
  return { checkedAt: new Date().toISOString(), services: states };
}

let last: { health: Promise<Health>; at: number } | undefined;

/**
 * Whether every service that the shop needs answers (docs/behaviour/navigation.md, "Service status"); the services are
 * asked at most every 15 seconds, and all visitors share the answer.
 */
export function getHealth(): Promise<Health> {
  if (!last || Date.now() - last.at > freshForMs) last = { health: checkAll(), at: Date.now() };
  return last.health;
}
