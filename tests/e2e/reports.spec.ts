import { type Browser, expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { createModerator } from './support/publishing.ts';
import { test } from './support/test.ts';

const newTab = async (browser: Browser) =>
  (await browser.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' })).newPage();

test('a report leads to a question, a takedown and a notification, and an appeal restores the product', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [creator, reader] = [await createPerson(), await createPerson()];
  const [first, second] = [await createModerator(), await createModerator()];
  const product = await createProduct({ usuario_id: creator.id });
  await database()`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
    values ('producto', ${product.id}, ${reader.id}, 'derechos', 'Es una copia')`;
  const desk = await newTab(browser);
  await signIn(desk, second, '/moderation/reports');
  const report = desk.getByRole('article', { name: product.name });
  // One moderator hands it over to the other, who is told.
  await report.getByLabel(`Pasar ${product.name} a`).selectOption({ label: first.username });
  await report.getByRole('button', { name: 'Pasar', exact: true }).click();
  await expect(report).toContainText(first.username);
  await findMail(first.email, /^Te han entregado una denuncia/);
  await signIn(desk, first, '/moderation/reports');
  await report.getByLabel('Qué hacer').selectOption('ask');
  await report.getByLabel('Pregunta').fill('¿Tienes permiso del autor?');
  await report.getByRole('button', { name: 'Preguntar a su autor' }).click();
  await expect(report.getByText('Espera la respuesta de su autor')).toBeVisible();
  await expectNoAxeViolations(desk);

  const mail = await findMail(creator.email, /^Una pregunta sobre/);
  expect(mail.text).toContain('¿Tienes permiso del autor?');
  await signIn(page, creator, '/profile/moderation');
  const question = page.getByRole('article', { name: product.name });
  await expect(question).not.toContainText(reader.username);
  await question.getByLabel('Tu respuesta').fill('No, lo siento.');
  await question.getByRole('button', { name: 'Responder' }).click();
  await expect(question.getByRole('list')).toContainText('No, lo siento.');

  await desk.reload();
  await expect(report).toContainText('No, lo siento.');
  await report.getByLabel('Qué hacer').selectOption('takeDown');
  await report.getByLabel('Motivo', { exact: true }).fill('Sin permiso del autor');
  await report.getByRole('button', { name: 'Retirar el producto' }).click();
  await expectNoAxeViolations(desk);
  await expect(desk.getByRole('dialog').getByText('Cancelar')).toBeVisible();
  await desk.getByRole('dialog').getByRole('button', { name: 'Retirar el producto' }).click();
  await expect(report).toHaveCount(0);
  expect((await page.request.get(`/p/${product.slug}`)).status()).toBe(404);
  await findMail(reader.email, /hemos actuado/);

  await page.reload();
  const measure = page.getByRole('region', { name: 'Lo que hemos retirado' }).getByRole('article');
  await expect(measure).toContainText('Motivo: Sin permiso del autor');
  await measure.getByText('Apelar', { exact: true }).click();
  await measure.getByLabel('Por qué no estás de acuerdo').fill('Ya tengo el permiso, lo adjunto al producto.');
  await expectNoAxeViolations(page);
  await measure.getByRole('button', { name: 'Enviar la apelación' }).click();
  await expect(measure).toContainText('Te responderemos antes del');

  await desk.reload();
  await expect(report).toContainText('Lo decidiste tú: la apelación la decide otra persona.');
  const other = await newTab(browser);
  await signIn(other, second, '/moderation/reports');
  const appeal = other.getByRole('article', { name: product.name });
  await appeal.getByLabel('Respuesta para la persona').fill('Comprobado, gracias.');
  await appeal.getByRole('button', { name: 'Aceptar la apelación' }).click();
  await expect(appeal).toHaveCount(0);
  await page.reload();
  await expect(measure).toContainText('Aceptada. Comprobado, gracias.');
  expect((await page.request.get(`/p/${product.slug}`)).status()).toBe(200);
  await Promise.all([desk.context().close(), other.context().close()]);
});
