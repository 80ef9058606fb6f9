import { type APIRequestContext, request } from '@playwright/test';
import { test as base } from './job.ts';
import { type Credentials, createSession, type Steps } from './session.ts';

/** Opens the shop for a person, with a verified second factor if they have one, or for a visitor. */
export async function openShop(
  person?: Credentials,
  steps: Steps = 'both steps',
  site = process.env.SITE_URL ?? '',
): Promise<Shop> {
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

/** A visitor's HTTP client with cookies, without a browser. */
export type Shop = APIRequestContext;

/** For tests without a browser. `enter` opens the shop and closes it after the test. */
export const test = base.extend<{ enter: typeof openShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  enter: async ({}, use) => {
    const open: Shop[] = [];
    await use(async (...args) => {
      const shop = await openShop(...args);
      open.push(shop);
      return shop;
    });
    await Promise.all(open.map((shop) => shop.dispose()));
  },
});
