import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test.describe('the release notes', () => {
  test.use({ knowsRelease: '2025.06.01' });

  test('appear to returning visitors until they are dismissed in this browser, and not to new ones', {
    tag: '@nightly',
  }, async ({ page, browser }) => {
    await page.goto('/plugins');
    const notes = page.getByRole('complementary', { name: /HotFix #2/ });
    await expect(notes).toBeVisible();
    await notes.getByText('Ver las novedades').click();
    await expect(notes.getByText('Resumen en el carrito')).toBeVisible();
    await expectNoAxeViolations(page);
    await notes.getByRole('button', { name: 'Cerrar las novedades' }).click();
    await expect(notes).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('lastSeenUpdate'))).toBe('2025.07.23');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect(notes).toBeHidden();

    const newcomer = await (await browser.newContext()).newPage();
    await newcomer.goto('/plugins');
    await newcomer.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => newcomer.evaluate(() => localStorage.getItem('lastSeenUpdate'))).toBe('2025.07.23');
    await expect(newcomer.getByRole('complementary', { name: /HotFix #2/ })).toHaveCount(0);
    await newcomer.context().close();
  });
});

test('the outage banner appears while a service is down, and not if the status request fails', {
  tag: '@nightly',
}, async ({ page }) => {
  let answer: 'down' | 'fails' = 'down';
  await page.route('**/api/status', (route) =>
    answer === 'down' ? route.fulfill({ json: { closed: false, down: true } }) : route.abort(),
  );
  await page.clock.install();
  await page.goto('/plugins');
  const banner = page.getByRole('status').filter({ hasText: 'Algunos servicios tienen problemas.' });
  await expect(banner).toBeVisible();
  await expectNoAxeViolations(page);
  answer = 'fails';
  await page.clock.runFor(10_000);
  await expect(banner).toBeHidden();
});

test('an idle tab requests only the status, once in ten seconds', { tag: '@nightly' }, async ({ page }) => {
  await page.clock.install();
  const counted = page.waitForResponse('**/api/visit');
  await page.goto('/p/fragua-arcana', { waitUntil: 'networkidle' });
  await counted;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (let seconds = 0; seconds < 60; seconds += 10) {
    const answered = page.waitForResponse('**/api/status');
    await page.clock.runFor(10_000);
    await answered;
  }
  expect(asked).toEqual(Array(6).fill('/api/status'));
});

test('the status pages show the result of current service checks', { tag: '@nightly' }, async ({ page }) => {
  for (const path of ['/status', '/support']) {
    await page.goto(path);
    const services = page.getByRole('region', { name: 'Estado del servicio' });
    await expect(services.getByText('Funciona')).toHaveCount(5);
    await expect(services.getByText(/^Última comprobación: /)).toBeVisible();
  }
});

test('the status page shows a message if the checks cannot be loaded', { tag: '@nightly' }, async ({ page }) => {
  await page.route('**/api/status/services', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/status');
  await expect(page.getByText('Ahora mismo no podemos comprobarlo.')).toBeVisible();
  await expect(page.getByText('Comprobando…')).toHaveCount(5);
});

test('the support page answers common questions and shows a mail address', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/support');
  const questions = page.getByRole('main').locator('details');
  expect(await questions.count()).toBeGreaterThan(3);
  await questions.first().locator('summary').click();
  await expect(questions.first()).toHaveAttribute('open', '');
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveText('Escribir a soporte');
});
