import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createPerson, signIn } from './support/people.ts';
import { goodCard, payWith } from './support/shopping.ts';
import { test } from './support/test.ts';

test('a person buys a coin pack from the balance in the header and sees it in the history', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, await createPerson(), '/');
  await page.getByRole('button', { name: 'Saldo de 0 UnCoins' }).click();
  const popup = page.getByRole('dialog', { name: 'Recargar UnCoins' });
  await expect(popup.getByRole('listitem')).toHaveText([
    /100 UnCoins\s*1,59\s€/,
    /500 UnCoins\s*7,95\s€/,
    /1000 UnCoins\s*15,90\s€/,
  ]);
  await expect(popup).toContainText('Solo puedes pagar con tarjeta para recargar UnCoins.');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await page.getByRole('button', { name: 'Saldo de 0 UnCoins' }).click();
  await popup.getByRole('link', { name: /500 UnCoins/ }).click();
  await page.getByRole('button', { name: 'Pagar 7,95 €' }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', { name: '¡Saldo recargado!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Tu saldo ahora\s*500/);
  await page.getByRole('link', { name: 'Ver mi saldo' }).click();
  await expect(page).toHaveURL(/\/profile\/coins/);
  await expect(page.getByRole('region', { name: 'Movimientos' })).toContainText(/Recarga.*\+500/);
  await expectNoAxeViolations(page);
});

test('a person without movements of coins sees a message and the packs', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/profile/coins');
  await expect(page.getByText('Aún no has usado UnCoins.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recargar' }).getByRole('link')).toHaveCount(3);
});
