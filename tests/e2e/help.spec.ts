import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { sell } from './support/sales.ts';
import { beginSession } from './support/session.ts';
import { expectBooks, haveBought } from './support/shopping.ts';
import { test } from './support/test.ts';

test('a buyer requests a refund of an order, the team grants it, and the buyer is notified', async ({
  page,
  browser,
}) => {
  const { person } = await haveBought(page, 'domador');
  const [order] = await database()`select id from adquisiciones where user_id = ${person.id}`;
  await page.goto(`/profile/order/${order?.id}`);
  const help = page.getByRole('region', { name: '¿Necesitas ayuda?' });
  await expect(help).toContainText('Al pagar aceptaste la entrega inmediata');
  await help.getByRole('link', { name: 'Pedir un reembolso' }).click();
  await page.waitForURL('/profile/help/new?**');
  await expect(page.getByRole('radio', { name: /Pedir un reembolso/ })).toBeChecked();
  await page.getByLabel('Cuéntanoslo').fill('No va');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Escribe entre 10 y 2000 caracteres.')).toBeVisible();
  await page.getByLabel('Cuéntanoslo').fill('No arranca con Paper 1.21.4.');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.waitForURL(/\/profile\/help\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('list', { name: 'Mensajes' })).toContainText('No arranca con Paper 1.21.4.');
  const thread = page.url().split('/').at(-1);

  const desk = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInAsAdmin(desk, '/dashboard-admin/help');
  await expect(desk.getByRole('article').filter({ hasText: person.username })).toBeVisible();
  await desk.goto(`/dashboard-admin/help/${thread}`);
  await expect(desk.getByText('Entregado con consentimiento: solo por falta de conformidad.')).toBeVisible();
  await desk.getByLabel('Respuesta', { exact: true }).fill('Prueba la versión 1.2');
  await desk.getByRole('button', { name: 'Rechazar' }).click();
  await expect(desk.getByRole('list', { name: 'Mensajes' })).toContainText('Prueba la versión 1.2');
  // The text of the last decision is not that of the next one.
  await expect(desk.getByLabel('Respuesta', { exact: true })).toHaveValue('');
  await desk.getByLabel('Respuesta', { exact: true }).fill('No es compatible con esa versión');
  await expectNoAxeViolations(desk);
  await desk.getByRole('button', { name: 'Devolver 9,99 €' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(desk.getByText('Reembolso aceptado')).toBeVisible();
  await desk.context().close();

  await findMail(person.email, /^Te devolvemos el dinero de /);
  await page.reload();
  await expect(page.getByText('No es compatible con esa versión')).toBeVisible();
  await expect(page.getByText('El dinero se ha devuelto.')).toBeVisible();
  await expectBooks(person, { payments: ['reembolsado'] });
});

test('a request that is sent after the session has ended is kept, and sent after the next login', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person } = await haveBought(page, 'domador');
  const [order] = await database()`select id from adquisiciones where user_id = ${person.id}`;
  await page.goto(`/profile/help/new?pedido=${order?.id}`);
  await page.getByLabel('Cuéntanoslo').fill('No arranca con Paper 1.21.4.');
  await page.context().clearCookies({ name: /^sb-/ });
  await page.getByRole('button', { name: 'Enviar' }).click();
  const problem = 'Tu sesión ha terminado. Inicia sesión en otra pestaña y vuelve a intentarlo aquí.';
  await expect(page.getByText(problem)).toBeVisible();
  await beginSession(page.context(), person);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.waitForURL(/\/profile\/help\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('list', { name: 'Mensajes' })).toContainText('No arranca con Paper 1.21.4.');
});

test('a creator answers a buyer, and a product back in stock notifies its waiting list', { tag: '@nightly' }, async ({
  page,
}) => {
  const [buyer, creator] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id, unidades: 1 });
  const { order } = await sell(product, buyer);
  await signIn(page, buyer, `/profile/help/new?pedido=${order}&sobre=creador`);
  await page.getByLabel('Cuéntanoslo').fill('¿Se puede usar con Folia?');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.waitForURL(/\/profile\/help\/[0-9a-f-]{36}$/);
  const thread = page.url().split('/').at(-1);

  await signIn(page, creator, '/dashboard/help');
  await page.getByRole('article').getByRole('link', { name: product.name }).click();
  await page.waitForURL(`/dashboard/help/${thread}`);
  await page.getByLabel('Tu respuesta').fill('Sí, desde la versión 2.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Respondida')).toBeVisible();
  await findMail(buyer.email, /ha respondido sobre/);

  const waiting = await createPerson();
  await signIn(page, waiting, `/p/${product.slug}`);
  await page.getByRole('button', { name: 'Avísame cuando vuelva' }).click();
  await expect(page.getByRole('button', { name: 'Ya no quiero el aviso' })).toBeVisible();
  await database()`update productos set unidades = 3 where id = ${product.id}`;
  await runCron();
  await findMail(waiting.email, /vuelve a estar disponible$/);
});
