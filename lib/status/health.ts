import 'server-only';
import { env } from '@/lib/core/env';
import { createPublicClient } from '@/lib/core/supabase/server';
import { isPageProvider, type PageProvider } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { type Health, type Service, services } from './types';

const freshForMs = 15_000;
const patienceMs = 4_000;

async function answers(path: string): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const response = await fetch(new URL(path, SUPABASE_URL), { headers: { apikey: SUPABASE_PUBLISHABLE_KEY } });
  return response.ok;
}

const ownChecks: Record<Exclude<Service, PageProvider>, () => Promise<boolean>> = {
  database: async () => !(await createPublicClient().from('configuracion_global').select('id').single()).error,
  auth: () => answers('/auth/v1/health'),
  storage: () => answers('/storage/v1/status'),
};

const ask = (service: Service): Promise<boolean> =>
  isPageProvider(service) ? pageProvider[service].ping(patienceMs) : ownChecks[service]();

async function check(service: Service): Promise<[Service, 'up' | 'down']> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  const isUp = await Promise.race([ask(service).catch(() => false), late]);
  return [service, isUp ? 'up' : 'down'];
}

async function checkAll(): Promise<Health> {
  const states = Object.fromEntries(await Promise.all(services.map(check))) as Health['services'];
  return { checkedAt: new Date().toISOString(), services: states };
}

// An answer, not a promise of one: on an edge host a promise ends with the request that made it.
let last: Health | undefined;
let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Whether every service that the shop needs answers (docs/behaviour/navigation.md, "Service status"); the services are
 * asked at most every 15 seconds, and all visitors share the answer. Before there is one, each visitor asks.
 */
export async function getHealth(): Promise<Health> {
  if (last && Date.now() - askedAt <= freshForMs) return last;
  askedAt = Date.now();
  last = await checkAll();
  return last;
}
