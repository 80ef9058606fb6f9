import { expectNoAxeViolationsOn } from './support/axe.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const shopPages = [
  '/',
  '/plugins',
  '/events',
  '/trends',
  '/search',
  '/search/la',
  '/plugins/filtros?genero=RPG&gratis=1',
  '/ofertas',
  '/p/fragua-arcana',
  '/p/invierno-eterno',
  '/account/Forjabit',
  '/support',
  '/club',
  '/status',
  '/no-existe',
];
const accountPages = [
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
  '/profile/settings',
  '/profile/two-factor',
  '/profile/notifications',
  '/profile/club',
  '/profile/coins',
  '/dashboard',
  '/dashboard/sales',
  '/dashboard/reviews',
  '/library',
  '/publicar',
  '/logout',
  '/cart',
];

const lightPages = ['/', '/plugins', '/p/fragua-arcana', '/account/Forjabit', '/login'];

// Each width is checked in one language only, because both languages share their layout.
for (const [language, width] of [
  ['es', 390],
  ['en', 1440],
] as const) {
  test.describe(`${language} at ${width} px`, { tag: '@nightly' }, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ context }) =>
      context.addCookies([{ name: 'i18next', value: language, url: process.env.SITE_URL }]),
    );

    test('axe finds no violations on the pages of the shop', async ({ page }) => {
      await expectNoAxeViolationsOn(page, shopPages);
    });

    test('axe finds no violations on the pages of login and registration', async ({ page }) => {
      await expectNoAxeViolationsOn(page, accountPages);
    });

    test('axe finds no violations on the personal pages', async ({ page }) => {
      await signIn(page, await createPerson());
      await expectNoAxeViolationsOn(page, personalPages);
    });
  });
}

test('axe finds no violations in the light theme', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await expectNoAxeViolationsOn(page, lightPages);
});
