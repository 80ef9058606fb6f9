import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct, giveClub } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a free or Club product is claimed on its page, and the Minecraft name is remembered', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await giveClub(person);
  const [first, second, exclusive] = [
    await createProduct({ precio: 0 }),
    await createProduct({ precio: 0 }),
    await createProduct({ club_only: true }),
  ];
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Nombre de Minecraft');
  await signIn(page, person, `/p/${first.slug}`);
  await page.getByRole('button', { name: 'Reclamar gratis' }).click();
  await expect(dialog).toContainText('Es gratis y tuyo para siempre');
  await expect(name).toHaveValue('');
  await name.fill('Jugadora_7');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Reclamar' }).click();
  await expect(page.getByRole('heading', { name: '¡Ya es tuyo!' })).toBeVisible();

  await page.goto(`/p/${second.slug}`);
  await page.getByRole('button', { name: 'Reclamar gratis' }).click();
  await expect(name).toHaveValue('Jugadora_7');
  await dialog.getByRole('button', { name: 'Reclamar' }).click();
  await expect(page.getByRole('heading', { name: '¡Ya es tuyo!' })).toBeVisible();

  await page.goto(`/p/${exclusive.slug}`);
  await page.getByRole('button', { name: 'Reclamar con el Club' }).click();
  await expect(name).toHaveValue('Jugadora_7');
  await dialog.getByRole('button', { name: 'Reclamar' }).click();
  await expect(page).toHaveURL(/\/profile\/order\//);
  await expect(page.getByText('Jugadora_7')).toBeVisible();
});
