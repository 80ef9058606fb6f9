import { expect, type Page } from '@playwright/test';
import { routesOf, type Page as ShopPage } from '../../lib/gates/pages.ts';
import { database } from './support/database.ts';
import { examplesForAll, examplesOf, examplesOfStaff } from './support/examples.ts';
import { createProduct, giveClub } from './support/goods.ts';
import { createPerson, createStaff, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('the mobile header shows logo, search, account, cart and Club for guests and members', async ({ page }) => {
  const header = page.getByRole('banner');
  const link = (name: string) => header.getByRole('link', { name, exact: true });
  await page.goto('/plugins');
  await expect(link('UnStore')).toBeVisible();
  await expect(link('Mi cuenta')).toBeVisible();
  await expect(link('Únete al Club')).toHaveAttribute('href', '/club');
  await expect(link('Gestionar Club')).toBeHidden();
  const search = header.getByRole('combobox');
  const narrow = (await search.boundingBox())?.width ?? 0;
  await search.focus();
  await expect.poll(async () => (await search.boundingBox())?.width ?? 0).toBeGreaterThan(Math.max(narrow, 340));

  const person = await createPerson();
  await giveClub(person);
  await signIn(page, person, '/plugins');
  await expect(link('Carrito')).toBeVisible();
  await expect(link('Mi cuenta')).toHaveCount(1);
  await expect(link('Gestionar Club')).toHaveAttribute('href', '/profile/club');
  await expect(link('Únete al Club')).toBeHidden();

  await page.goto('/profile/lang');
  const menu = page.getByRole('navigation', { name: 'Menú del perfil' });
  await expect(menu.getByRole('link', { name: 'Idioma' })).toBeInViewport();
  await expect(menu.getByRole('link', { name: 'Idioma' })).toHaveAttribute('aria-current', 'page');
});

test('a regional language tag counts as its language in the query string and the local storage', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const html = page.locator('html');
  await page.goto('/plugins');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('es');
  await page.goto('/plugins?lng=en-GB');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en');
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'en-US'));
  await page.goto('/trends');
  await expect(html).toHaveAttribute('lang', 'en');
});

test('the home page links recommended products and quotes reviews of owners', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Ver todo: Recomendados' }).click();
  await expect(page).toHaveURL('/trends#recommended');
  await expect(page.getByRole('region', { name: 'Recomendados' })).toBeInViewport();
  await page.goto('/');
  const reviews = page.getByRole('region', { name: 'Lo que dicen los jugadores' });
  const texts = await database()`select texto from resenas where estrellas >= 4 and not oculta and texto <> ''`;
  const written = texts.map(({ texto }) => `«${texto}»`);
  const quotes = await reviews.getByRole('blockquote').allTextContents();
  expect(quotes).not.toEqual([]);
  for (const quote of quotes) expect(written).toContain(quote);
});

test('a product under review is shown to its creator and the team only', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const owner = await createPerson();
  const product = await createProduct({ status: 'pending', usuario_id: owner.id });
  const address = `/p/${product.slug}`;
  const missing = 'Ops! Esta página no existe.';
  const open = async (who: Parameters<typeof signIn>[1]) => {
    const shown = await (await browser.newContext()).newPage();
    await signIn(shown, who);
    return shown;
  };
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: missing })).toBeVisible();
  const stranger = await open(await createPerson());
  const [asked] = await Promise.all([stranger.waitForResponse('**/api/preview?**'), stranger.goto(address)]);
  expect(await asked.json()).toEqual({ path: null });
  await expect(stranger).toHaveURL(address);
  await stranger.goto(`/preview/${product.slug}`);
  await expect(stranger.getByRole('heading', { name: missing })).toBeVisible();
  await stranger.context().close();

  for (const [status, warning] of [
    ['pending', 'El producto está en revisión. No se puede comprar.'],
    ['rejected', 'El producto se ha deshabilitado. No se puede comprar.'],
  ] as const) {
    await database()`update productos set status = ${status} where id = ${product.id}`;
    for (const who of [owner, await createStaff('moderador')]) {
      const shown = await open(who);
      expect((await shown.goto(address))?.status()).toBe(404);
      await expect(shown).toHaveURL(`/preview/${product.slug}`);
      await expect(shown.getByText(warning)).toBeVisible();
      await expect(shown.getByRole('heading', { level: 1, name: product.name, includeHidden: true })).toBeVisible();
      const answer = await shown.request.get(`/preview/${product.slug}`);
      expect(answer.headers()['cache-control']).toMatch(/no-store/);
      await shown.context().close();
    }
  }
});

/**
 * Elements wider than the screen: the page itself, or content cut off at its edge. Scrollable and deliberately
 * full-width elements are allowed.
 */
const findWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (!at.querySelector(':scope > header') && getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    const cut = [...document.querySelectorAll('header *, main *, footer *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1 && !element.closest('.full-bleed') && !scrolls(element);
    });
    return [
      ...(scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth} px`] : []),
      ...cut.slice(0, 1).map((element) => `${element.tagName} «${element.textContent?.trim().slice(0, 40)}»`),
    ];
  });

/** Pages that redirect people who have no reason to open them. */
const leadOn = ['/ban', '/login/nombre', '/login/verificar'];

/** Faults of a page: a wrong page, a missing one, or elements that are too wide. */
async function findWrong(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path);
  await expect(page.getByRole('heading').first(), path).toBeVisible();
  const { pathname } = new URL(page.url());
  const isOther = pathname !== path.split('?')[0] && !leadOn.includes(path);
  return [
    ...(isOther ? [`leads to ${pathname}`] : []),
    ...(answer?.status() === 200 || path === '/nothing-here' ? [] : [`answers ${answer?.status()}`]),
    ...(await findWide(page)),
  ];
}

const isStaff = ({ who }: ShopPage) => who === 'moderator' || who === 'admin';

for (const [who, chosen] of [
  ['a visitor', [...routesOf(({ who }) => !who), '/nothing-here']],
  ['a person', routesOf(({ who }) => who === 'signedIn')],
  ['an admin', routesOf(isStaff)],
] as const) {
  test(`no page is wider than a screen of 320 pixels for ${who}`, { tag: '@nightly' }, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width: 320, height: 640 });
    const person = who === 'an admin' ? await createStaff('admin') : await createPerson();
    if (who !== 'a visitor') await signIn(page, person);
    const examples =
      who === 'a visitor'
        ? await examplesForAll()
        : who === 'a person'
          ? await examplesOf(person)
          : await examplesOfStaff();
    const wrong: string[] = [];
    for (const name of chosen) {
      const paths = examples[name] ?? [name];
      if (/[[*]/.test(paths[0] ?? '[')) wrong.push(`${name}: without an example`);
      else for (const path of paths) wrong.push(...(await findWrong(page, path)).map((what) => `${path}: ${what}`));
    }
    expect(wrong).toEqual([]);
  });
}
