import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/faults.ts';
import { giveOrder } from './support/goods.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

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

// A form field's call of Auth for the person's address is not one of them.
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

test('a page view of a signed-in person asks for the account once, and Auth not at all', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  for (const path of paths) {
    expect.soft({ path, ...(await costOf(page, person, path)) }).toEqual({ path, auth: 0, account: 1 });
  }
  // Everything that the shop shows of a person has arrived.
  await page.goto('/');
  await expect(page.getByText(`@${person.username}`).first()).toBeAttached();
});

test('the checkout of a product on sale asks who it is and what it costs, and nothing else', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const read = async () => (await page.request.get('/checkout?producto=fragua-arcana')).text();
  // The first visitor of all reads the product.
  await read();
  const before = (await callsOf(person)).length;
  expect(await read()).toContain('Fragua Arcana');
  const calls = (await callsOf(person)).slice(before);
  expect(calls).toEqual(['POST /rest/v1/rpc/quien_soy', 'POST /rest/v1/rpc/pagina_de_pago']);
});

test('a page of a gift asks once whom it is for', { tag: '@nightly' }, async ({ page }) => {
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

test('a step to another product asks once for what the person has to do with it, and a step back for nothing', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await giveOrder(person, 'fragua-arcana');
  await signIn(page, person, '/account/Forjabit');
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

test('a step to another page asks for the account once where the page is personal', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person, '/profile');
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
