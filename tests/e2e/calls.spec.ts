import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/faults.ts';
import { giveOrder } from './support/goods.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** Waits for the answer about the account: a busy machine may idle on the network before the scripts have started. */
const expectAccountShown = (page: Page, { username }: Person) =>
  expect(page.getByText(`@${username}`).first()).toBeAttached();

/** Calls of a page view, including prefetches. */
async function costOf(page: Page, person: Person, path: string) {
  const before = (await callsOf(person)).length;
  const calls = async () => (await callsOf(person)).slice(before);
  const accountCalls = async () => (await calls()).filter((call) => call.endsWith('/rpc/quien_soy')).length;
  await page.goto(path);
  // A busy machine may idle on the network before the scripts have started.
  await expect.poll(accountCalls).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  return {
    auth: (await calls()).filter((call) => call.includes('/auth/v1/')).length,
    account: await accountCalls(),
  };
}

// The call to Auth for the address in a form field is not counted.
const paths = [
  '/',
  '/plugins',
  '/p/fragua-arcana',
  '/cart?producto=fragua-arcana',
  '/profile',
  '/profile/favorites',
  '/library',
  '/dashboard',
];

test('a page view of a signed-in person requests the account once, and Auth never', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  for (const path of paths) {
    expect.soft({ path, ...(await costOf(page, person, path)) }).toEqual({ path, auth: 0, account: 1 });
  }
  // The page shows the account that was requested.
  await page.goto('/');
  await expectAccountShown(page, person);
});

test('the checkout of a product on sale calls only the account and the quote', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const read = async () => (await page.request.get('/checkout?producto=fragua-arcana')).text();
  // The first request fills the cache of the product.
  await read();
  const before = (await callsOf(person)).length;
  expect(await read()).toContain('Fragua Arcana');
  const calls = (await callsOf(person)).slice(before);
  expect(calls).toEqual(['POST /rest/v1/rpc/quien_soy', 'POST /rest/v1/rpc/pagina_de_pago']);
});

test('a page of a gift requests its recipient once', { tag: '@nightly' }, async ({ page }) => {
  const [person, friend] = [await createPerson(), await createPerson()];
  await signIn(page, person);
  for (const path of ['/cart', '/checkout']) {
    const before = (await callsOf(person)).length;
    const gift = `${path}?producto=fragua-arcana&modoCompra=regalo&destinatario=${friend.username}`;
    expect(await (await page.request.get(gift)).text()).toContain('Fragua Arcana');
    const asked = (await callsOf(person)).slice(before).filter((call) => call.endsWith('/rpc/persona_llamada'));
    expect(asked, path).toHaveLength(1);
  }
});

test('navigation to a product requests the account once, and going back requests nothing', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await giveOrder(person, 'fragua-arcana');
  await signIn(page, person, '/account/Forjabit');
  await expectAccountShown(page, person);
  await page.waitForLoadState('networkidle');
  const accountCalls = async () => (await callsOf(person)).filter((call) => call.endsWith('/rpc/quien_soy')).length;
  const before = await accountCalls();
  await page.getByRole('link', { name: 'Fragua Arcana', exact: true }).first().click();
  await page.waitForURL('/p/fragua-arcana');
  await expect(page.getByRole('button', { name: 'Valorar' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await accountCalls()) - before).toBe(1);
  await page.goBack();
  await page.waitForURL('/account/Forjabit');
  await page.waitForLoadState('networkidle');
  expect((await accountCalls()) - before).toBe(1);
});

test('navigation to a personal page requests the account once', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile');
  await expectAccountShown(page, person);
  await page.waitForLoadState('networkidle');
  const before = (await callsOf(person)).length;
  await page.getByRole('link', { name: 'Ajustes' }).first().click();
  await page.waitForURL('/profile/settings');
  await page.waitForLoadState('networkidle');
  const calls = (await callsOf(person)).slice(before);
  expect(calls.filter((call) => call.endsWith('/rpc/quien_soy'))).toHaveLength(1);
  // The settings show the address of the account, which only Auth knows.
  expect(calls.filter((call) => call.includes('/auth/v1/'))).toEqual(['GET /auth/v1/user']);
});
