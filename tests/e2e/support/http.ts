import { type APIRequestContext, request } from '@playwright/test';
import { test as base } from './job.ts';
import { type Credentials, createSession, type Steps } from './session.ts';

async function openShop(person: Credentials | undefined, steps: Steps): Promise<APIRequestContext> {
  const site = process.env.SITE_URL ?? '';
  const session = person ? await createSession(person, steps) : [];
  const cookies = session.map((cookie) => ({
    ...cookie,
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
