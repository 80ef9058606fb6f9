import { expect, type Page } from '@playwright/test';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

// Resources other than the document may fail to load: the page works without them.

/** Lets the scripts arrive that the document at a path names, and no other. Returns how to let the others arrive. */
async function loseLaterScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const html = await (await page.request.get(path)).text();
  const scripts = '**/_next/static/chunks/**/*.js';
  await page.route(scripts, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  return () => page.unroute(scripts);
}

test('the login form keeps its input when it is sent offline', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/login');
  const email = page.getByRole('main').getByRole('textbox', { name: 'Correo' });
  await email.fill('alguien@example.com');
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  // The runtime requests a script twice, within 0.6 s.
  await page.waitForTimeout(1_500);
  await expect(email).toHaveValue('alguien@example.com');
});

test('a product page works without the script of the account header, which loads after reconnecting', {
  tag: '@nightly',
}, async ({ page }) => {
  const [person, product] = [await createPerson(), await createProduct()];
  await signIn(page, person, '/');
  const path = `/p/${product.slug}`;
  const find = await loseLaterScripts(page, path);
  const lost = page.waitForEvent('requestfailed');
  await page.goto(path);
  await lost;
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
  await find();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito' })).toBeVisible();
});

test('a menu whose script failed to load opens with the next press', { tag: '@nightly' }, async ({ page }) => {
  const find = await loseLaterScripts(page, '/club');
  await page.goto('/club');
  await page.waitForLoadState('networkidle');
  const burger = page.getByRole('banner').getByRole('button', { name: 'Menú' });
  const lost = page.waitForEvent('requestfailed');
  await burger.click();
  await lost;
  await expect(burger).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await find();
  await burger.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the creator panel works without the script of its charts, which loads after reconnecting', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await createProduct({ usuario_id: person.id });
  await signIn(page, person, '/');
  const find = await loseLaterScripts(page, '/dashboard');
  const lost = page.waitForEvent('requestfailed');
  await page.goto('/dashboard');
  await lost;
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('heading', { name: 'Panel de creador' })).toBeVisible();
  await find();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Ver las cifras').first()).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('personal pages show their content instead of placeholders', async ({ page }) => {
    const [person, product] = [await createPerson(), await createProduct()];
    await giveOrder(person, product.slug);
    await signIn(page, person);
    for (const [path, text] of [
      ['/profile/orders', product.name],
      ['/profile/settings', 'Cambiar el avatar'],
      ['/dashboard/posts', 'Publicaciones'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).locator('visible=true').first()).toBeVisible();
      await expect(page.locator('.animate-pulse:visible')).toHaveCount(0);
    }
  });
});
