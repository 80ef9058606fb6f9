import { expect } from '@playwright/test';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator creates an API key, sees it once, uses it, and revokes it', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/dashboard/api');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Crear clave' }).click();
  await expect(main.getByText('Ponle un nombre de hasta 60 caracteres.')).toBeVisible();
  await main.getByRole('textbox', { name: 'Nombre' }).fill('GitHub Actions');
  await main.getByRole('button', { name: 'Crear clave' }).click();
  await expect(main.getByText('Elige al menos uno.')).toBeVisible();
  await main.getByRole('checkbox', { name: 'Ver productos' }).check();
  await main.getByRole('combobox', { name: 'Válida durante' }).selectOption('365 días');
  await main.getByRole('button', { name: 'Crear clave' }).click();

  const shown = main.getByText(/^unst_[\w-]{43}$/);
  const key = String(await shown.textContent());
  const ask = async () => {
    const answer = await page.request.get('/api/v1/key', { headers: { authorization: `Bearer ${key}` } });
    return answer.status();
  };
  expect(await ask()).toBe(200);
  await main.getByRole('button', { name: 'Ya la he copiado' }).click();
  await expect(shown).toHaveCount(0);
  const entry = main.getByRole('listitem').filter({ hasText: 'GitHub Actions' });
  await expect(entry).toContainText(`unst_…${key.slice(-4)}`);
  await page.reload();
  await expect(entry).toContainText('Último uso');

  await entry.getByRole('button', { name: 'Revocar GitHub Actions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(entry).toContainText('Revocada');
  await expect(main.getByRole('heading', { name: 'Tus claves' })).toBeFocused();
  expect(await ask()).toBe(403);

  await main.getByRole('link', { name: 'Qué puede hacer la API' }).click();
  await expect(main.getByRole('heading', { name: 'API para creadores' })).toBeVisible();
  await expect(main.getByText('POST /api/v1/products/{product_id}/versions')).toBeVisible();
});
