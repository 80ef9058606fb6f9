import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { expectBooks, haveBought, provider } from './support/shopping.ts';
import { test } from './support/test.ts';

/** A game server whose plugin asks once: answers the commands that it would run now. */
async function ask(key: string): Promise<string[]> {
  const answer = await fetch(`${process.env.SITE_URL}/api/azlink`, {
    method: 'POST',
    headers: { 'azuriom-link-token': key, 'content-type': 'application/json', 'user-agent': 'AzLink java v1.3.10' },
    body: JSON.stringify({
      platform: { type: 'BUKKIT', name: 'Paper', version: '1.21' },
      version: '1.3.10',
      players: [],
    }),
  });
  expect(answer.status).toBe(200);
  return Object.values((await answer.json()).commands as Record<string, string[]>).flat();
}

test('a purchase is delivered to the game server of the creator, and a refund removes it', async ({ page }) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  await signIn(page, creator, '/dashboard/servers');
  await page.getByLabel('Nombre', { exact: true }).fill('Survival');
  await page.getByRole('button', { name: 'Añadir el servidor' }).click();
  const dialog = page.getByRole('dialog', { name: 'La clave del servidor' });
  const setup = await dialog.getByText(/^\/azlink setup /).textContent();
  const key = setup?.split(' ')[3] ?? '';
  expect(setup).toBe(`/azlink setup ${process.env.SITE_URL} ${key}`);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Ya la he copiado' }).click();
  await expect(page.getByText('Aún no se ha conectado')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);

  await page.getByRole('link', { name: product.name }).click();
  await page.getByRole('button', { name: 'Añadir la acción' }).click();
  await expect(page.getByText('whitelist add {username}', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Nombre del jugador').fill('Creadora');
  await page.getByRole('button', { name: 'Comprar de prueba' }).click();
  await expect(page.getByText('En cola: 1 comando.')).toBeVisible();
  expect(await ask(key)).toEqual(['whitelist add Creadora']);

  const { person, session } = await haveBought(page, product.slug);
  await page.goto('/profile/orders');
  await page.getByRole('link', { name: product.name }).first().click();
  const delivery = page.getByRole('region', { name: 'Entrega en el juego' });
  await expect(delivery.getByText('De camino a Survival')).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await ask(key)).toEqual(['whitelist add jugador_1']);
  await page.reload();
  await expect(delivery.getByText('Entregado en Survival')).toBeVisible();
  await delivery.getByRole('button', { name: 'Enviar otra vez' }).click();
  await expect(delivery.getByText('De camino a Survival')).toBeVisible();
  expect(await ask(key)).toEqual(['whitelist add jugador_1']);

  await provider().stripe.refund(session);
  await provider().idle({ id: session, until: 'settled' });
  await expectBooks(person, { payments: ['reembolsado'] });
  await page.reload();
  await expect(delivery.getByText('Se está retirando de Survival.')).toBeVisible();
  expect(await ask(key)).toEqual(['whitelist remove jugador_1']);
  await page.reload();
  await expect(delivery.getByText('Retirado de Survival.')).toBeVisible();

  await signIn(page, creator, '/dashboard/servers/queue');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('whitelist remove jugador_1');
  await expect(rows.first()).toContainText('Enviado');
  await expectNoAxeViolations(page);
  await rows
    .last()
    .getByRole('button', { name: /^Deshacer la prueba/ })
    .click();
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('En espera');
  expect(await ask(key)).toEqual(['whitelist remove Creadora']);
});
