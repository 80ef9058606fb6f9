import { type APIRequestContext, request } from '@playwright/test';
import { createServerClient } from '@supabase/ssr';
import { test as base } from './job.ts';
import { codeOf, type Person } from './people.ts';

type Credentials = Pick<Person, 'email' | 'password' | 'secret'>;
type Steps = 'both steps' | 'password only';

/** The cookies of a new session, as the shop stores them. */
async function createSession(person: Credentials, steps: Steps): Promise<Map<string, string>> {
  const jar = new Map<string, string>();
  const client = createServerClient(process.env.SUPABASE_URL ?? '', process.env.SUPABASE_PUBLISHABLE_KEY ?? '', {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changed) => {
        for (const { name, value } of changed) jar.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  if (person.secret && steps === 'both steps') {
    const factorId = data.user.factors?.find(({ status }) => status === 'verified')?.id ?? '';
    const second = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(person.secret) });
    if (second.error) throw second.error;
  }
  return jar;
}

async function openShop(person: Credentials | undefined, steps: Steps): Promise<APIRequestContext> {
  const site = process.env.SITE_URL ?? '';
  const session = person ? await createSession(person, steps) : new Map<string, string>();
  const cookies = [...session]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({
      name,
      value,
      domain: new URL(site).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    }));
  return request.newContext({
    baseURL: site,
    extraHTTPHeaders: { origin: site, 'accept-language': 'es-ES' },
    storageState: { cookies, origins: [] },
  });
}

/** The shop as one visitor's requests reach it, with their cookies: without a page, and so without a browser. */
export type Shop = APIRequestContext;

/**
 * For tests that need no browser. `enter` opens the shop for a person, with their second step where they have one, or
 * for a visitor.
 */
export const test = base.extend<{ enter: (person?: Credentials, steps?: Steps) => Promise<Shop> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
  enter: async ({}, use) => {
    const open: Shop[] = [];
    await use(async (person, steps = 'both steps') => {
      const shop = await openShop(person, steps);
      open.push(shop);
      return shop;
    });
    await Promise.all(open.map((shop) => shop.dispose()));
  },
});
