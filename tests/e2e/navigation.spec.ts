import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createPerson, createStaff, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function openBurger(page: Page, person: Person) {
  await signIn(page, person, '/');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  return page.getByRole('dialog', { name: 'Principal' });
}

test('the mobile menu links the pages of an account, and those of the team for its members only', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const creator = await createPerson();
  const menu = await openBurger(page, creator);
  const profile = menu.getByRole('link', { name: 'Perfil público' });
  await expect(profile).toHaveAttribute('href', `/account/${creator.username}`);
  await expect(menu.getByRole('link', { name: 'Ofertas' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Moderación' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await menu.getByRole('link', { name: 'Panel de creador' }).click();
  await expect(page).toHaveURL('/dashboard');

  const other = await browser.newPage();
  const ofTeam = await openBurger(other, await createStaff('moderador'));
  await expect(ofTeam.getByRole('link', { name: 'Administración' })).toHaveCount(0);
  await ofTeam.getByRole('link', { name: 'Moderación' }).click();
  await expect(other).toHaveURL('/moderation');
  await other.close();
});

test('a dialog closed by Escape returns the focus to its opener', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/club');
  for (const [opener, dialog] of [
    [page.getByRole('button', { name: 'Abrir menú' }), page.getByRole('dialog', { name: 'Principal' })],
    [page.getByRole('button', { name: 'Unirme al Club' }).first(), page.getByRole('dialog', { name: 'Elige tu plan' })],
  ] as const) {
    await expect(opener).toBeEnabled();
    await opener.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});
