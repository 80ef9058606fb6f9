import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signInAsAdmin } from '../e2e/support/admin.ts';
import { database } from '../e2e/support/database.ts';
import { createProduct } from '../e2e/support/goods.ts';
import { findMail } from '../e2e/support/mailbox.ts';
import { createPerson, logIn, signIn } from '../e2e/support/people.ts';
import {
  boughtOnce,
  buyerData,
  expectBooks,
  goodCard,
  goToProvider,
  minecraftName,
  payWith,
  provider,
  thanks,
} from '../e2e/support/shopping.ts';
import { test } from '../e2e/support/test.ts';

/** What a page throws, and what its policy refuses. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

const pages: Array<[path: string, status: number, heading: RegExp]> = [
  ['/plugins', 200, /Plugins/],
  ['/p/fragua-arcana', 200, /Fragua Arcana/],
  ['/search/fragua', 200, /Resultados de "fragua"/],
  ['/account/Forjabit', 200, /Forjabit/],
  ['/p/no-existe', 404, /no existe/],
  ['/wp-login.php', 404, /no existe/],
  ['/login', 200, /Entra en UnStore/],
];

test('public pages, a search and unknown addresses are shown with their pictures, under their policies', async ({
  page,
}) => {
  const problems = problemsOf(page);
  for (const [path, status, heading] of pages) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(status);
    expect(answer?.headers()['content-security-policy'], path).toMatch(/script-src (?:'self' 'sha256-|'nonce-)/);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('main').locator('a[href^="/p/"]').first()).toBeVisible();
  await page.goto('/p/fragua-arcana');
  const picture = page.getByRole('main').locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // From page to page without loading anew.
  await page.getByRole('link', { name: 'Forjabit' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Forjabit/ })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a person logs in, pays by card, and downloads what they bought', async ({ page }) => {
  const problems = problemsOf(page);
  const person = await createPerson();
  await logIn(page, person, '/cart?producto=fragua-arcana');
  await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByText(minecraftName)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar' }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await expectBooks(person, boughtOnce);
  expect(problems).toEqual([]);
});

test('the webhook delivers to a buyer who has left, and the receipt is sent from workerd', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/cart?producto=domador');
  const session = await goToProvider(page);
  await page.close();
  await provider().stripe.pay(session);
  await expectBooks(person, boughtOnce);
  await findMail(person.email, /Domador/);
});

test('the companion writes the invoice and makes pictures anew, and the job runs in workerd', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const origin = process.env.SITE_URL ?? '';
  const portrait = await page.request.post('/api/profile-image?kind=avatar', {
    headers: { origin, 'content-type': 'image/webp' },
    data: await readFile('public/default-avatar.webp'),
  });
  expect(portrait.status(), await portrait.text()).toBe(200);
  const { url } = (await portrait.json()) as { url: string };
  const small = await page.request.get(`/_next/image?url=${encodeURIComponent(url)}&w=128&q=75`);
  expect([small.status(), small.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);

  const payment = await page.request.post('/api/create-checkout-session', {
    headers: { origin },
    data: { producto: 'domador', ...buyerData },
  });
  await provider().stripe.pay((await payment.json()).id);
  await expectBooks(person, boughtOnce);
  const [order] = await database()`select id from adquisiciones where user_id = ${person.id}`;
  const invoice = await page.request.get(`/api/factura/${order?.id}`);
  expect((await invoice.body()).subarray(0, 5).toString()).toBe('%PDF-');

  const job = await page.request.post('/api/cron', {
    headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
  });
  expect(job.status(), await job.text()).toBe(200);
});

test("an admin's edit is on the page of the product at its next visit", async ({ page, browser }) => {
  const product = await createProduct();
  const visitor = await browser.newPage();
  await visitor.goto(`/p/${product.slug}`);
  await expect(visitor.getByText(/9,00\s€/).first()).toBeVisible();
  await signInAsAdmin(page, `/dashboard-admin/products/${product.id}`);
  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Precio (€)', { exact: true }).fill('6,50');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Producto actualizado correctamente.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText(/6,50\s€/).first()).toBeVisible();
  await visitor.close();
});

test('visitors who leave in the middle leave nothing behind that others wait for', async ({ request }) => {
  const { slug } = await createProduct();
  const ask = (path: string, milliseconds: number) => request.get(path, { timeout: milliseconds });
  const paths = Array.from({ length: 40 }, (_, place) =>
    place % 2 === 0 ? `/p/${slug}` : `/p/nadie-${slug}-${place % 8}`,
  );
  await Promise.allSettled(paths.map((path, place) => ask(path, 5 + place * 10)));
  for (const answer of await Promise.all(paths.map((path) => ask(path, 15_000))))
    expect(answer.status(), answer.url()).toBe(answer.url().includes('nadie') ? 404 : 200);
});
