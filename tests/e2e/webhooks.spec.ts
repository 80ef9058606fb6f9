import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { listen } from './support/listener.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator adds a webhook, tests it, reads its log, resends, and renews the secret', {
  tag: '@nightly',
}, async ({ page }) => {
  const program = await listen();
  await signIn(page, await createPerson(), '/dashboard/webhooks');
  const main = page.getByRole('main');
  const address = main.getByRole('textbox', { name: 'Dirección' });
  await address.fill('ftp://bot.example');
  await main.getByRole('checkbox', { name: 'Ventas' }).check();
  await main.getByRole('button', { name: 'Añadir' }).click();
  await expect(main.getByText('Escribe una dirección completa')).toBeVisible();
  await expect(main.getByRole('checkbox', { name: 'Ventas' })).toBeChecked();
  await address.fill(program.address);
  await main.getByRole('button', { name: 'Añadir' }).click();

  const shown = page.getByRole('dialog').getByText(/^whsec_/);
  const secret = String(await shown.textContent());
  await page.getByRole('button', { name: 'Ya lo he copiado' }).click();
  const entry = main.getByRole('listitem').filter({ hasText: program.address });
  await expect(entry).toContainText('Activa');
  await expect(address).toHaveValue('');

  await entry.getByRole('button', { name: 'Probar' }).click();
  await expect.poll(() => program.heard.length).toBe(1);
  const [first] = program.heard;
  expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ type: 'webhook.test' });

  await main.getByRole('link', { name: 'Registro de envíos' }).click();
  await expect(main.getByRole('heading', { name: 'Registro de envíos' })).toBeVisible();
  const sent = main.getByRole('listitem').filter({ hasText: 'webhook.test' });
  await expect(async () => {
    await page.reload();
    await expect(sent).toContainText('Respondió 204', { timeout: 1_000 });
  }).toPass();
  await expect(sent).toContainText('Entregado');
  await sent.getByRole('button', { name: 'Enviar otra vez' }).click();
  await expect.poll(() => program.heard.length).toBe(2);
  expect(program.heard[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await main.getByRole('combobox', { name: 'Estado' }).selectOption('Fallido');
  await main.getByRole('button', { name: 'Filtrar' }).click();
  await expect(main.getByText('Ningún envío coincide con el filtro.')).toBeVisible();

  await main.getByRole('link', { name: 'Webhooks' }).click();
  await entry.getByRole('button', { name: 'Renovar secreto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar secreto' }).click();
  await expect(shown).not.toHaveText(secret);
  const renewed = String(await shown.textContent());
  await page.getByRole('button', { name: 'Ya lo he copiado' }).click();
  await expect(entry).toContainText('El secreto anterior también firma');
  await entry.getByRole('button', { name: 'Pausar' }).click();
  await expect(entry).toContainText('En pausa');
  await entry.getByRole('button', { name: 'Probar' }).click();
  await expect.poll(() => program.heard.length).toBe(3);
  for (const each of [secret, renewed]) {
    expect(() => new Webhook(each).verify(program.heard[2]?.body ?? '', program.heard[2]?.headers ?? {})).not.toThrow();
  }
  await entry.getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(entry).toHaveCount(0);
  await program.close();

  await main.getByRole('link', { name: 'Cómo funcionan' }).click();
  await expect(main.getByRole('heading', { name: 'sale.created' })).toBeVisible();
  await expect(main).not.toContainText('`');
  await expect(main).not.toContainText('Cents of a euro');
});
