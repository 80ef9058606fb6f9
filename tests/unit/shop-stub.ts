import { vi } from 'vitest';
import type { Me } from '@/lib/account/types';
import { stubQuery } from './query-stub.ts';
import { tableQuery } from './table-stub.ts';

type Call = [name: string, given: Record<string, unknown>];

/** Answers a call as the database does while it is unavailable. */
export const away = Symbol('away');

/** Who asks, what the database has and answers, and what came of it. */
export const shop = {
  me: null as Pick<Me, 'id' | 'role' | 'secondFactor'> | null,
  tables: {} as Record<string, Record<string, unknown>[] | typeof away>,
  /** By function; `{ ok: true }` for others. Errors are thrown. */
  answers: {} as Record<string, unknown>,
  calls: [] as Call[],
  /** Seconds until the next attempt. */
  wait: 0,
  limits: [] as string[],
  /** The tags of what was read and is cached. */
  cachedBy: [] as string[],
  /** What a write has made stale. */
  stale: { now: [] as string[], soon: [] as string[], paths: [] as string[] },
  /** What runs after the response. */
  after: [] as unknown[],
  log: [] as unknown[],
};

export const person = (role: Me['role'] = 'user', secondFactor: Me['secondFactor'] = 'shown') => ({
  id: 'me-1',
  role,
  secondFactor,
});

/** The database refuses a call with a code. */
export const refusal = (error: string, more: object = {}) => ({ ok: false, error, ...more });

/** Forgets everything; a person without a role is signed in. */
export const openShop = () =>
  Object.assign(shop, {
    me: person(),
    tables: {},
    answers: {},
    calls: [],
    wait: 0,
    limits: [],
    cachedBy: [],
    stale: { now: [], soon: [], paths: [] },
    after: [],
    log: [],
  });

const outage = { data: null, error: { message: 'away' }, status: 503 };

const client = {
  rpc: async (...call: Call) => {
    shop.calls.push(call);
    const data = call[0] in shop.answers ? shop.answers[call[0]] : { ok: true };
    if (data instanceof Error) throw data;
    if (data === away) return outage;
    return { data: typeof data === 'function' ? data(call[1]) : data, error: null, status: 200 };
  },
  from: (name: string) => {
    const rows = shop.tables[name];
    if (!rows) throw new Error(`no table ${name}`);
    return rows === away ? stubQuery(() => outage) : tableQuery(rows);
  },
};

vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => client,
  createPublicClient: () => client,
}));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => client }));
vi.mock('@/lib/account/server', () => ({ getMe: async () => shop.me, getMeOrBanned: async () => shop.me }));
vi.mock('@/lib/core/limits', () => ({
  takeAttempt: async (kind: string) => {
    shop.limits.push(kind);
    return shop.wait;
  },
}));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
vi.mock('@/lib/core/log', () => {
  const note = (...line: unknown[]) => void shop.log.push(line);
  return { log: { error: note, warn: note } };
});
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: 'mails' }));
vi.mock('@/lib/hooks/send', () => ({ sendPendingHooks: 'hooks' }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('next/server', () => ({ after: (work: unknown) => void shop.after.push(work) }));
vi.mock('next/cache', () => ({
  cacheLife: () => {},
  cacheTag: (...tags: string[]) => void shop.cachedBy.push(...tags),
  revalidatePath: (path: string) => void shop.stale.paths.push(path),
  revalidateTag: (tag: string, when: unknown) => void (when === 'max' ? shop.stale.soon : shop.stale.now).push(tag),
}));
