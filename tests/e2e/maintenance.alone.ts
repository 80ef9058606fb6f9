import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { ShopStatus } from '../../lib/status/types.ts';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createPerson, createStaff, logIn, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const openTabAsks = 10_000;
const closedTabAsks = 30_000;
const newRequestHears = 5_000;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

async function setSwitch(name: 'mantenimiento' | 'status_down', on: boolean): Promise<void> {
  const sql = database();
  await sql`update configuracion_global set ${sql({ [name]: on })}`;
}

test.afterEach(async ({ request }) => {
  await setSwitch('mantenimiento', false);
  await setSwitch('status_down', false);
  await expect
    .poll(async () => (await request.get('/api/status')).json(), { timeout: newRequestHears })
    .toEqual({ closed: false, down: false });
});

const newTab = async (browser: Browser) =>
  (await browser.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' })).newPage();
const closedHeading = (page: Page) => page.getByRole('heading', { name: 'Ops! Nuestros servidores se han caído.' });

/** Middleware and API cache the switches separately, so one may learn of a change first. */
async function waitUntil(status: 200 | 503, { request }: Page): Promise<void> {
  await expect
    .poll(
      async () => [
        (await request.get('/plugins')).status(),
        ((await (await request.get('/api/status')).json()) as ShopStatus).closed,
      ],
      { timeout: newRequestHears },
    )
    .toEqual([status, status === 503]);
}

/** Advances the fake clock of an open tab until it shows the change. */
const hears = (tab: Page, seen: () => Promise<void>) =>
  expect(async () => {
    await tab.clock.fastForward(openTabAsks);
    await seen();
  }).toPass();
const sees = (found: Locator) => () => expect(found).toBeVisible({ timeout: 1_000 });

test('an admin enables maintenance mode, and open tabs and new requests see it', async ({ page, browser }) => {
  const [visitor, buyer] = [await newTab(browser), await newTab(browser)];
  await Promise.all([visitor.clock.install(), buyer.clock.install()]);
  await signIn(buyer, await createPerson(), '/profile/orders');
  await visitor.goto('/p/fragua-arcana');
  await signInAsAdmin(page, '/dashboard-admin');
  await page.getByRole('switch', { name: 'Mantenimiento' }).click();
  await expect(page.getByRole('switch', { name: 'Mantenimiento', includeHidden: true })).not.toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar la tienda' }).click();
  await expect(page.getByText('Ajuste "Mantenimiento" actualizado.')).toBeVisible();

  await waitUntil(503, visitor);
  // Also for paths with a dot, and for paths that look like a file.
  for (const path of ['/p/x.y', '/users.csv', '/_next/x.js'])
    expect((await visitor.request.get(path)).status(), path).toBe(503);
  const answer = await visitor.request.get('/plugins');
  expect(answer.headers()).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
  expect(await answer.text()).toContain('Nuestros servidores se han caído');
  for (const tab of [visitor, buyer]) await hears(tab, sees(closedHeading(tab)));
  await expectNoAxeViolations(visitor);
  await visitor.getByRole('link', { name: 'Ver el estado' }).click();
  await expect(visitor).toHaveURL('/status');
  await visitor.goBack();

  await page.goto('/plugins');
  await expect(page.getByRole('heading', { level: 1, name: 'Plugins' })).toBeVisible();
  await page.goto('/dashboard-admin');
  await page.getByRole('switch', { name: 'Mantenimiento' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir la tienda' }).click();
  await expect(page.getByRole('switch', { name: 'Mantenimiento' })).not.toBeChecked();
  await waitUntil(200, visitor);
  await buyer.clock.fastForward(closedTabAsks);
  await expect(buyer.getByRole('heading', { name: 'Mis pedidos' })).toBeVisible();
  await Promise.all([visitor.context().close(), buyer.context().close()]);
});

test('maintenance mode admits admins only, keeps payments running, and reloads open tabs at its end', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [user, admin, banned] = [await newTab(browser), await newTab(browser), await newTab(browser)];
  await signIn(user, await createPerson());
  await signInAsAdmin(admin);
  const outcast = await createPerson();
  await signIn(banned, outcast);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${outcast.id}`;
  await setSwitch('mantenimiento', true);
  await waitUntil(503, page);

  const routes = [
    '/',
    '/p/fragua-arcana',
    '/login',
    '/status',
    '/profile',
    '/dashboard-admin',
    '/api/search/suggest?q=fr',
  ];
  const answersOf = async (tab: Page) => {
    const answers: Array<number | string | undefined> = [];
    for (const path of routes) {
      const response = await tab.request.get(path, { maxRedirects: 0 });
      answers.push(
        response.status() === 307 ? response.headers().location?.replace(/^https?:\/\/[^/]+/, '') : response.status(),
      );
    }
    return answers;
  };
  expect(await answersOf(page)).toEqual([503, 503, 200, 200, 503, 503, 503]);
  expect(await answersOf(user)).toEqual([503, 503, 200, 200, 503, 503, 503]);
  expect(await answersOf(admin)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  // The status page is static and identifies nobody.
  expect((await answersOf(banned)).slice(0, 6)).toEqual(['/ban', '/ban', '/ban', 200, '/ban', '/ban']);

  const suggestion = await page.request.get('/api/search/suggest?q=fr');
  expect([suggestion.headers()['retry-after'], await suggestion.json()]).toEqual(['60', { error: 'mantenimiento' }]);
  const opened = await user.request.get('/api/my-data', { headers: { 'sec-fetch-mode': 'navigate' } });
  expect([opened.status(), opened.headers()['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  const bought = await user.request.post('/api/create-checkout-session', {
    headers: { origin: process.env.SITE_URL ?? '' },
    data: { producto: 'domador', minecraftName: 'jugador_1', metodoPago: 'tarjeta' },
  });
  expect(bought.status()).toBe(503);
  // Pending payments are still processed: the webhook is refused only for its signature.
  expect((await page.request.post('/api/webhooks/stripe', { data: '{}' })).status()).toBe(400);

  await test.step('an admin logs in during maintenance mode', async () => {
    await user.context().clearCookies();
    await logIn(user, await createStaff('admin'), '/dashboard-admin');
    await expect(user.getByRole('switch', { name: 'Mantenimiento' })).toBeChecked();
  });
  await test.step('the retry button checks the status, and the page reloads when the shop opens', async () => {
    await page.clock.install();
    await page.goto('/plugins');
    await expect(closedHeading(page)).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(closedHeading(page)).toBeVisible();
    await setSwitch('mantenimiento', false);
    await waitUntil(200, page);
    await page.clock.fastForward(closedTabAsks);
    await expect(page.getByRole('heading', { level: 1, name: 'Plugins' })).toBeVisible();
  });
  await Promise.all([user.context().close(), admin.context().close(), banned.context().close()]);
});

test('the notice of an outage appears in an open tab and disappears from it', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const visitor = await newTab(browser);
  await visitor.clock.install();
  await visitor.goto('/plugins');
  await signInAsAdmin(page, '/dashboard-admin');
  await page.getByRole('switch', { name: 'Aviso de incidencia' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mostrar el aviso' }).click();
  const banner = visitor.getByRole('status').filter({ hasText: 'Algunos servicios tienen problemas.' });
  await hears(visitor, sees(banner));
  await expect(banner.getByRole('link', { name: 'Ver el estado' })).toBeVisible();
  // The visitor may see the banner before the admin's page has its answer.
  await expect(page.getByRole('switch', { name: 'Aviso de incidencia' })).toBeChecked();
  await page.getByRole('switch', { name: 'Aviso de incidencia' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar el aviso' }).click();
  await hears(visitor, () => expect(banner).toBeHidden({ timeout: 1_000 }));
  await visitor.context().close();
});
