import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveClub } from './support/goods.ts';
import { createPerson, createStaff, signIn } from './support/people.ts';
import { moderatorTab } from './support/publishing.ts';
import { test } from './support/test.ts';

test('an admin finds people by a part of their address, filters and sorts them, and reads the log', {
  tag: '@nightly',
}, async ({ page }) => {
  const sql = database();
  const [one, other] = [await createPerson(), await createPerson()];
  await giveClub(one);
  await sql`update usuarios_meta set reputacion = 'mala' where id = ${one.id}`;
  const admin = await signInAsAdmin(page, '/dashboard-admin/users');
  await page.getByLabel('Parte del nombre, usuario o correo, o id').fill(one.email.slice(2, -4));
  await page.locator('select[name=reputacion]').selectOption('mala');
  await page.locator('select[name=club]').selectOption('si');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: one.username })).toBeVisible();
  await expectNoAxeViolations(page);

  // On a phone the sort order is chosen above the list instead.
  const phone = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard-admin/users');
  await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('link').click();
  await expect(page).toHaveURL(/orden=nombre/);
  const title = page.getByRole('columnheader', { name: 'Nombre' });
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  await title.getByRole('link').click();
  await expect(title).toHaveAttribute('aria-sort', 'descending');
  if (phone) await page.setViewportSize(phone);

  await page.goto(`/dashboard-admin/users/${other.id}`);
  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Reputación').selectOption('neutra');
  await form.getByLabel('Motivo').fill('Una prueba');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Usuario actualizado correctamente.')).toBeVisible();
  await page.goto(`/dashboard-admin/audit?q=${other.id}`);
  await expect(page.getByRole('row')).toHaveCount(1);
  const line = page.getByRole('row');
  await expect(line).toContainText(admin.username);
  await expect(line).toContainText('Motivo: Una prueba');
  await expect(line.getByRole('definition')).toContainText('Infraccionado');
  await expect(line.getByRole('link', { name: other.username })).toHaveAttribute(
    'href',
    `/dashboard-admin/users/${other.id}`,
  );
  await expectNoAxeViolations(page);
});

test('moderators claim revisions of the queue and decide on several at once', { tag: '@nightly' }, async ({ page }) => {
  const sql = database();
  const [creator, one, other] = [await createPerson(), await createStaff('moderador'), await createStaff('moderador')];
  const name = `Lote ${creator.username}`;
  for (const n of [1, 2, 3]) {
    const product = await createProduct({ usuario_id: creator.id });
    const content = { nombre: `${name} ${n}`, precio: 5, portada_url: '/media/portadas/p.webp', category: 'plugin' };
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${product.id}, ${creator.id}, ${sql.json(content)}, false)`;
  }
  await signIn(page, one, '/moderation');
  const desk = await moderatorTab(page);
  await signIn(desk, other, '/moderation');
  for (const tab of [page, desk]) {
    await tab.getByLabel('Producto o creador').fill(name);
    await tab.getByRole('button', { name: 'Filtrar' }).click();
    await expect(tab.getByText('3 envíos esperan')).toBeVisible();
  }
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: `Tomar ${name} 1` }).click();
  await expect(page.getByText('Lo tienes tú')).toBeVisible();
  await desk.getByRole('button', { name: `Tomar ${name} 1` }).click();
  await expect(desk.getByText(`Lo tiene ${one.username}`)).toBeVisible();

  // Revisions assigned to another moderator cannot be selected.
  await expect(desk.getByRole('checkbox', { name: `Elegir ${name} 1` })).toBeDisabled();
  await desk.getByRole('button', { name: 'Elegir todos' }).click();
  await sql`update revisiones_producto set contenido = contenido || '{"precio": 6}'
    where autor_id = ${creator.id} and contenido ->> 'nombre' = ${`${name} 2`}`;
  await desk.getByRole('button', { name: 'Rechazar (2)' }).click();
  const question = desk.getByRole('dialog');
  await expect(question).toContainText(`${name} 3`);
  await question.getByLabel('Motivo').selectOption('incompleto');
  await expectNoAxeViolations(desk);
  await question.getByRole('button', { name: 'Rechazar (2)' }).click();
  const results = desk.getByRole('dialog', { name: 'Qué ha pasado con cada uno' });
  const result = (n: number) => results.getByRole('listitem').filter({ hasText: `${name} ${n}` });
  await expect(result(2)).toContainText('Ha cambiado desde que lo viste');
  await expect(result(3)).toContainText('Hecho');
  await desk.context().close();
});
