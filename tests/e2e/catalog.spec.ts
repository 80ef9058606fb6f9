import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the product page is complete', async ({ page }) => {
    await page.goto('/p/fragua-arcana');
    await expect(page.getByRole('heading', { level: 1, name: 'Fragua Arcana' })).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: '9,99 €' }).first()).toBeVisible();
    await expect(page.getByText('6,99 € con el Club').first()).toBeVisible();
    await expect(page.getByText('48 runas que se combinan sin repetir efecto')).toBeVisible();
    await expect(page.getByText('4,2 MB')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Forjabit' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /Ampliar imagen 1/ })).toHaveAttribute('href', /\/media\/portadas\//);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const product = data.map((text) => JSON.parse(text)).find((entry) => entry['@type'] === 'Product');
    expect(product.offers).toMatchObject({
      price: '9.99',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    });
  });

  test('the search works as a plain form', { tag: '@nightly' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Buscar productos' }).fill('cielos');
    await page.getByRole('combobox', { name: 'Buscar productos' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados de "cielos"');
    await expect(page.getByRole('link', { name: 'Cielos Rotos', exact: true })).toBeVisible();
  });
});

test('an unknown product, creator or page responds with 404 and a link home', { tag: '@nightly' }, async ({ page }) => {
  for (const path of ['/p/no-existe', '/account/Nadie', '/no/existe']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ops! Esta página no existe.');
    await expect(page.getByRole('link', { name: 'Ir al inicio' })).toBeVisible();
  }
});

test('a product that is not on sale has no public page', { tag: '@nightly' }, async ({ page }) => {
  for (const slug of ['runas-de-viento', 'casino-imperial', 'uncoins-100']) {
    expect((await page.goto(`/p/${slug}`))?.status(), slug).toBe(404);
  }
});

const searches = [
  ['Fragua Arcana', 'Fragua Arcana'],
  ['arcana fragua', 'Fragua Arcana'],
  ['FRAGUA', 'Fragua Arcana'],
  ['fragua-arcana', 'Fragua Arcana'],
  ['fraguaarcana', 'Fragua Arcana'],
  ['neon sur', 'Neón Sur'],
  ['cartografso', 'Los Cartógrafos'],
] as const;

test('the search ignores word order, case, accents, hyphens and typos', { tag: '@nightly' }, async ({ page }) => {
  for (const [typed, expected] of searches) {
    await page.goto(`/search/${encodeURIComponent(typed)}`);
    await expect(page.getByRole('article').first(), typed).toContainText(expected);
  }
});

test('the search excludes coin packs and shows a message for no results', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/search/UnCoins');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A product text may mention them.
  await expect(page.getByRole('link', { name: /^\d+ UnCoins$/ })).toHaveCount(0);
  await page.goto('/search/xqzwvk');
  await expect(page.getByText('No se encontraron resultados.')).toBeVisible();
});

const countOf = async (page: Page) =>
  Number(/\d+/.exec((await page.getByRole('main').getByRole('status').textContent()) ?? '')?.[0] ?? 0);

test('filters are collapsed on a phone, apply at once, and are part of the address', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/plugins');
  const form = page.getByRole('form', { name: 'Filtros' });
  await expect(form.getByRole('checkbox', { name: 'En oferta' })).toBeHidden();
  await form.getByText('Filtros', { exact: true }).click();
  await expect(form.getByRole('button', { name: 'Aplicar' })).toBeHidden();
  await form.getByRole('combobox', { name: 'Género' }).selectOption('RPG');
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/resultado/);
  const some = await countOf(page);
  expect(await page.getByRole('article').count()).toBe(Math.min(some, 24));

  // The filters stay expanded, and keyboard focus stays on the changed one.
  const offers = form.getByRole('checkbox', { name: 'En oferta' });
  await offers.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG&ofertas=1');
  await expect(offers).toBeFocused();
  await form.getByRole('spinbutton', { name: 'Precio máximo (€)' }).fill('0.5');
  await expect(page.getByText('No se encontraron resultados.')).toBeVisible();
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG&max=0.5&ofertas=1');
  await page.getByRole('main').getByRole('link', { name: 'Quitar los filtros' }).first().click();
  await expect(page).toHaveURL('/plugins');

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG&ofertas=1');
  await expect(form.getByRole('combobox', { name: 'Género' })).toHaveValue('RPG');
  await page.getByRole('link', { name: 'Quitar el filtro En oferta' }).click();
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG');
  await expect.poll(() => countOf(page)).toBe(some);
  await form.getByRole('combobox', { name: 'Ordenar por' }).selectOption('precio_desc');
  await expect(page).toHaveURL('/plugins/filtros?genero=RPG&orden=precio_desc');
  await expect(page.getByRole('article').first()).not.toContainText('GRATIS');
});

test('every order fits into its box on phones', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/search/fragua');
  const box = page.getByRole('combobox', { name: 'Ordenar por' });
  for (const width of [320, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const cut = await box.evaluate((element) => {
      const select = element as HTMLSelectElement;
      const widthNow = () => select.getBoundingClientRect().width;
      const given = widthNow();
      return [...select.options]
        .filter((option) => {
          select.selectedIndex = option.index;
          // The width of the chosen option and the arrow beside it.
          select.style.cssText = 'width: max-content; max-width: none; field-sizing: content';
          const needed = widthNow();
          select.style.cssText = '';
          return needed > given;
        })
        .map((option) => option.text);
    });
    expect(cut, `at ${width} px`).toEqual([]);
  }
});

test('the search box accepts special characters and keeps the query', { tag: '@nightly' }, async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Buscar productos' });
  for (const text of ['1.21', 'a.b', '50%', '100%', '..', 'a/b', '?#', '🐉']) {
    await box.fill(text);
    await box.press('Enter');
    await expect(page.getByRole('heading', { level: 1 }), text).toHaveText(`Resultados de "${text}"`);
    await expect(box).toHaveValue(text);
  }
  await page.goBack();
  await expect(box).toHaveValue('?#');
  await page.reload();
  await expect(box).toHaveValue('?#');
  for (const [typed, expected] of [
    ['forjabit', 'Fragua Arcana'],
    ['magia', 'Fragua Arcana'],
  ] as const) {
    await page.goto(`/search/${typed}`);
    await expect(page.getByRole('article').filter({ hasText: expected }).first()).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test('discounted products have their own page and are a filter of every list', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/ofertas');
  await expect(
    page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Fragua Arcana', exact: true }) }),
  ).toContainText('9,99');
  const product = await createProduct({ precio: 10, oferta: 6 });
  await page.goto(`/search/${encodeURIComponent(product.name)}?ofertas=1`);
  await expect(page.getByRole('article').filter({ hasText: product.name })).toContainText('6,00');
  await database()`update productos set oferta = null where id = ${product.id}`;
  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: product.name })).toHaveCount(0);
});

test('a suggestion is chosen with the keyboard', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Buscar productos' });
  await box.fill('cielos');
  await expect(page.getByRole('option').first()).toContainText('Cielos Rotos');
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(5);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveURL('/p/cielos-rotos');
});

test('a query typed before hydration gets suggestions after it', { tag: '@nightly' }, async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/**', async (route) => {
    if (route.request().resourceType() === 'script') await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Buscar productos' }).fill('cielos');
  release();
  await expect(page.getByRole('option').first()).toContainText('Cielos Rotos');
});

test('a guest who wants to buy is asked to log in and returns to the cart', async ({ page }) => {
  await page.goto('/p/fragua-arcana');
  await expect(page.getByRole('button', { name: 'Regalar' })).toBeEnabled();
  await page.getByRole('link', { name: 'Comprar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Inicia sesión para continuar' });
  await expect(dialog.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcart%3Fproducto%3Dfragua-arcana',
  );
});

test('a guest who wants to give an edition returns to that edition after the login', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/p/fragua-arcana?edicion=prueba');
  await page.getByRole('button', { name: 'Regalar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Inicia sesión para continuar' });
  await expect(dialog.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    '/login?next=%2Fp%2Ffragua-arcana%3Fedicion%3Dprueba',
  );
});

test('a favourite is saved, listed and removed', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/p/neon-sur');
  await page.getByRole('button', { name: 'Guardar Neón Sur en favoritos' }).click();
  await expect(page.getByText('Añadido a favoritos.')).toBeVisible();
  await page.goto('/profile/favorites');
  await page.getByRole('button', { name: 'Quitar Neón Sur de favoritos' }).click();
  await expect(page.getByText('Producto eliminado de favoritos')).toBeVisible();
  await expect
    .poll(async () => (await database()`select 1 from favoritos where user_id = ${person.id}`).length)
    .toBe(0);
});

test('a favourite or follow whose request fails is reverted with a message', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/account/Forjabit');
  const isAction = (request: { headers: () => Record<string, string> }) => 'next-action' in request.headers();
  await page.route('**/account/Forjabit', (route) => (isAction(route.request()) ? route.abort() : route.continue()));
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /en favoritos$/ })
    .first();
  const name = (await heart.getAttribute('aria-label')) ?? '';
  await heart.click();
  await expect(page.getByText('Error al guardar en favoritos.')).toBeVisible();
  await expect(page.getByRole('button', { name }).first()).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByText('Error al seguir.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Seguir', exact: true })).toHaveAttribute('aria-pressed', 'false');
});

test('a person follows and unfollows a creator', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/account/Forjabit');
  await page.getByRole('button', { name: 'Seguir' }).click();
  await expect(page.getByText('Ahora sigues a Forjabit')).toBeVisible();
  await page.getByRole('button', { name: 'Dejar de seguir' }).click();
  await expect(page.getByText('Dejaste de seguir a Forjabit')).toBeVisible();
});

test('a product view is counted once per visitor and day', { tag: '@nightly' }, async ({ page }) => {
  const visits = async () => (await database()`select visitas from productos where slug = 'correo-real'`)[0]?.visitas;
  const before = await visits();
  for (let time = 0; time < 3; time += 1) {
    const counted = page.waitForResponse((response) => response.url().endsWith('/api/visit'));
    await page.goto('/p/correo-real');
    expect((await counted).status()).toBe(204);
  }
  expect(await visits()).toBe(before + 1);
});

test('the language parameter is honoured and remembered, and an unknown language is ignored', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/p/fragua-arcana?lng=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1, name: 'Arcane Forge' })).toBeVisible();
  await page.goto('/plugins');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/plugins?lng=%3Cscript%3E');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the language switch keeps the fragment of the address', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/p/fragua-arcana?lng=es#reviews');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL('/p/fragua-arcana#reviews');
});

test('a language stored by i18next is honoured on the first visit', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto('/plugins');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a stored language is honoured after a lost cookie, with at most three reloads', {
  tag: '@nightly',
}, async ({ page }) => {
  let visits = 0;
  let without = 2;
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.route('/plugins', (route) => {
    visits += 1;
    // The server's response to visitors without a language.
    return route.continue(visits <= without ? { url: `${route.request().url()}?lng=es` } : undefined);
  });
  await page.goto('/plugins');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(visits).toBe(3);

  without = Number.POSITIVE_INFINITY;
  visits = 0;
  await page.goto('/plugins');
  await expect.poll(() => visits).toBe(4);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('the sitemap lists products in both languages, and a list page links back to its start', {
  tag: '@nightly',
}, async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/p/fragua-arcana');
  expect(sitemap).toContain('hreflang="en"');
  const response = await page.goto('/plugins/desde/misiones-infinitas');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('link', { name: 'Volver al principio' })).toBeVisible();
});

test('a public page has the security headers, sets no cookie, and is cached', async ({ request }) => {
  const response = await request.get('/p/fragua-arcana');
  const headers = response.headers();
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['x-nextjs-cache']).toBe('HIT');
});
