import { test } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createPerson, signIn } from './support/people.ts';

const publicPages = [
  '/',
  '/plugins',
  '/series',
  '/dlcs',
  '/events',
  '/trends',
  '/search',
  '/search/la',
  '/p/fragua-arcana',
  '/p/invierno-eterno',
  '/account/Forjabit',
  '/support',
  '/club',
  '/status',
  '/no-existe',
  '/login',
  '/login?mode=register',
  '/login?mode=reset',
  '/reset-password',
  '/confirm',
  '/confirm?token_hash=pkce_12345678&type=recovery',
];
const personalPages = [
  '/profile',
  '/profile/favorites',
  '/profile/lang',
  '/profile/orders',
  '/profile/settings',
  '/profile/two-factor',
  '/profile/notifications',
  '/profile/club',
  '/profile/coins',
  '/dashboard',
  '/library',
  '/publicar',
  '/logout',
  '/cart',
  '/cart?producto=fragua-arcana',
  '/checkout?producto=fragua-arcana',
];

// The languages share their layout: each width is looked at in one of them.
for (const [language, width] of [
  ['es', 390],
  ['en', 1440],
] as const) {
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ context }) =>
      context.addCookies([{ name: 'i18next', value: language, url: process.env.SITE_URL }]),
    );

    for (const path of publicPages) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path);
        await expectNoAxeViolations(page);
      });
    }

    test('axe finds nothing on the personal pages', async ({ page }) => {
      test.setTimeout(personalPages.length * 10_000);
      await signIn(page, await createPerson());
      for (const path of personalPages) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNoAxeViolations(page);
      }
    });
  });
}

test.describe('in the light theme', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('theme', 'light')));
  for (const path of ['/', '/plugins', '/p/fragua-arcana', '/account/Forjabit', '/login']) {
    test(`axe finds nothing on ${path}`, async ({ page }) => {
      await page.goto(path);
      await expectNoAxeViolations(page);
    });
  }
});
