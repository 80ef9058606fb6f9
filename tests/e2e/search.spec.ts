import { expect } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { test } from './support/test.ts';

test('the search box groups suggestions, keeps recent searches, and corrects a misspelled query', async ({ page }) => {
  const product = await createProduct({ acerca_de: 'Para cada xilofonista de tu servidor' });
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Buscar productos' });
  const option = (group: string, name: string | RegExp) =>
    page.getByRole('group', { name: group }).getByRole('option', { name });

  await box.fill('forja');
  await expect(option('Creadores', /Forjabit/)).toBeVisible();
  await box.fill('monedas');
  await expect(option('Packs de UnCoins', /UnCoins/).first()).toContainText('€');
  await box.fill('series');
  await expect(option('Categorías', 'Series')).toBeVisible();
  await box.press('ArrowUp');
  await expect(option('Categorías', 'Series')).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page).toHaveURL('/series');

  await box.fill('silofonitsa');
  await box.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'xilofonista', exact: true }).click();
  await expect(page.getByRole('article').first()).toContainText(product.name);

  await expect(box).toHaveValue('xilofonista');
  await box.fill('');
  await expect(option('Tus últimas búsquedas', 'silofonitsa')).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('xilofonista');
  await box.fill('');
  await expect(option('Tus últimas búsquedas', 'silofonitsa')).toBeVisible();
  await page.getByRole('button', { name: 'Borrar' }).click();
  await expect(page.getByRole('group', { name: 'Tus últimas búsquedas' })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('searches'))).toBeNull();
});
