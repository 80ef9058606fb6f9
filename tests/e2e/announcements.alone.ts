import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** A remaining announcement would overlay the pages of other tests. */
test.afterEach(async ({ request }) => {
  await database()`delete from anuncios`;
  await expect
    .poll(async () => (await request.get('/api/status')).json(), { timeout: 20_000 })
    .toEqual({ closed: false, down: false });
});

test('an admin publishes an announcement as a card, a notification and a mail, and stops it', {
  tag: '@nightly',
}, async ({ page }) => {
  const title = `Torneo ${randomUUID().slice(0, 8)}`;
  const person = await createPerson();
  await database()`insert into preferencias_aviso (user_id, correo_anuncios) values (${person.id}, true)`;

  await signInAsAdmin(page, '/dashboard-admin/announcements?editar=nuevo');
  await page.getByLabel('Título en español').fill(title);
  await page.getByLabel('Texto en español').fill('Este sábado a las seis.');
  await page.getByLabel('Título en inglés').fill(`Tournament ${title}`);
  await page.getByLabel('Texto en inglés').fill('This Saturday at six.');
  await page.getByLabel('Enlace').fill('/events');
  await page.getByLabel('Desde').fill('2026-01-01T10:00');
  await page.getByLabel('Hasta').fill('2090-01-01T10:00');
  await page.getByLabel('Enviarlo también por correo a quienes lo han pedido').check();
  await expect(page.getByRole('region', { name: 'Así lo verán en inglés' })).toContainText('Tournament');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Guardar borrador' }).click();
  const draft = page.getByRole('article').filter({ hasText: title });
  await expect(draft).toContainText('Borrador');
  await draft.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
  await expect(draft).toContainText('En marcha');
  await page.goto('/dashboard-admin/audit?filtro=anuncio&accion=publicar_anuncio');
  await expect(page.getByRole('row').first()).toContainText(/Anuncio publicado.*Estado:\s*Borrador\s*→\s*En marcha/);

  await page.context().clearCookies();
  await signIn(page, person, '/plugins');
  const card = page.getByRole('region', { name: 'Anuncio de la tienda' });
  await expect(card).toContainText(title, { timeout: 20_000 });
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  await expect(page.getByRole('dialog').getByText(title)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Cerrar el anuncio' }).click();
  await expect(card.filter({ hasText: title })).toHaveCount(0);
  const asked = page.waitForResponse('**/api/status');
  await page.reload();
  await asked;
  await expect(card.filter({ hasText: title })).toHaveCount(0);

  await runCron();
  const mail = await findMail(person.email, new RegExp(title));
  await page.goto(linkIn(mail, '/baja'));
  await page.getByRole('button', { name: 'No recibir más' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hecho: no recibirás más correos de anuncios');

  await page.context().clearCookies();
  await signInAsAdmin(page, '/dashboard-admin/announcements');
  await draft.getByRole('button', { name: 'Detener' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Detener' }).click();
  await expect(draft).toContainText('Detenido');
});

test('a draft of the second page can be edited', async ({ page }) => {
  await database()`insert into anuncios (titulo, titulo_en, texto, texto_en, desde, hasta)
    select 'Torneo ' || n, 'Tournament ' || n, 'El sábado.', 'On Saturday.', now(), now() + interval '1 day'
    from generate_series(1, 51) n`;
  await signInAsAdmin(page, '/dashboard-admin/announcements');
  await page.getByRole('link', { name: 'Ver anteriores' }).click();
  await page.getByRole('article', { name: 'Torneo 1', exact: true }).getByRole('link', { name: 'Editar' }).click();
  await expect(page.getByLabel('Título en español')).toHaveValue('Torneo 1');
});

test('an admin schedules a featured product of the home page and previews it', { tag: '@nightly' }, async ({
  page,
}) => {
  await signInAsAdmin(page, '/dashboard-admin/featured');
  const form = page.locator('form').filter({ hasText: 'Destacar un producto' });
  await form.getByLabel('Producto').fill('cielos-rotos');
  await form.getByLabel('Desde').fill('2080-01-01T10:00');
  await form.getByLabel('Hasta').fill('2081-01-01T10:00');
  await form.getByRole('button', { name: 'Destacar' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'cielos-rotos' });
  await expect(entry).toContainText('Programado');
  const up = entry.getByRole('button', { name: /^Subir/ });
  const before = await page.locator('ol > li').count();
  for (let position = before; position > 1; position -= 1) {
    await up.click();
    await expect(entry).toContainText(`${position - 1}. `);
  }
  const preview = page.getByRole('region', { name: 'Vista previa de la portada' });
  await expect(preview.getByRole('heading', { level: 1 })).not.toContainText('Cielos Rotos');
  await preview.getByLabel('Cómo será el').fill('2080-06-01T10:00');
  await preview.getByRole('button', { name: 'Ver' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Cielos Rotos');
  await entry.getByRole('button', { name: /^Quitar/ }).click();
  await page.getByRole('button', { name: 'Sí, quitarlo' }).click();
  await expect(entry).toHaveCount(0);
});
