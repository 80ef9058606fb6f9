import 'server-only';
import { recently } from '@/lib/core/cache/recent';
import { env } from '@/lib/core/env';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';
import { type PageProvider, pageProviders } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { isClosed } from './switches';
import type { Health, OwnService, Readiness, State } from './types';
import { ownServices } from './types';

async function answers(path: string): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const address = new URL(path, SUPABASE_URL).href;
  const headers = { apikey: SUPABASE_PUBLISHABLE_KEY };
  return (await fetchWithin(deadlines.ping)(address, { headers, cache: 'no-store' })).ok;
}

async function databaseAnswers(): Promise<boolean> {
  const query = createPublicClient().from('configuracion_global').select('id');
  return !(await query.abortSignal(AbortSignal.timeout(deadlines.ping)).single()).error;
}

const ownChecks: Record<OwnService, () => Promise<boolean>> = {
  database: databaseAnswers,
  auth: () => answers('/auth/v1/health'),
  storage: () => answers('/storage/v1/status'),
};

async function stateOf(check: () => Promise<boolean>): Promise<State> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), deadlines.ping));
  return (await Promise.race([check().catch(() => false), late])) ? 'up' : 'down';
}

async function statesOf<Name extends string>(
  names: readonly Name[],
  check: (name: Name) => Promise<boolean>,
): Promise<{ at: string; states: Record<Name, State> }> {
  const found = await Promise.all(names.map(async (name) => [name, await stateOf(() => check(name))] as const));
  // One entry for each name.
  return { at: new Date().toISOString(), states: Object.fromEntries(found) as Record<Name, State> };
}

const checkOwn = () => statesOf(ownServices, (service) => ownChecks[service]());
const checkProviders = () =>
  statesOf<PageProvider>(pageProviders, (provider) => pageProvider[provider].ping(deadlines.ping));

// A balancer may poll every two seconds, and providers limit calls per account.
const patience = deadlines.ping + 500;
const readOwn = recently(checkOwn, { fresh: 4_000, patience });
const readProviders = recently(checkProviders, { fresh: 15_000, patience });

/**
 * The state of every required service (docs/behaviour/navigation.md, "Service status"). Each is polled once every few
 * seconds, and all visitors share the result.
 */
export async function getHealth(): Promise<Health> {
  const [own, providers] = await Promise.all([readOwn(), readProviders()]);
  const [{ at, states }, { states: ofProviders }] = [own ?? (await checkOwn()), providers ?? (await checkProviders())];
  return { checkedAt: at, services: { ...states, ...ofProviders } };
}

/**
 * True if this server can sell: open shop, database, accounts, and one payment provider. Without storage it can sell,
 * but downloads wait.
 */
export async function getReadiness(): Promise<Readiness> {
  const [{ checkedAt, services }, closed] = await Promise.all([getHealth(), isClosed()]);
  const takesMoney = pageProviders.some((provider) => services[provider] === 'up');
  const ok = !closed && services.database === 'up' && services.auth === 'up' && takesMoney;
  return { ok, closed, checkedAt, services };
}
