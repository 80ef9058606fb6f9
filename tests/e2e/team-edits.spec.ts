import { expect } from '@playwright/test';
import sharp from 'sharp';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, createStaff, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('an admin edits texts and pictures of a product, and its creator sees the changes and the reason', {
  tag: '@nightly',
}, async ({ page }) => {
  const [creator, other] = [await createPerson(), await createStaff('admin')];
  const product = await createProduct({ usuario_id: creator.id });
  const bundled = await createProduct({ usuario_id: creator.id });
  const sql = database();
  await sql`insert into ediciones (producto_id, nombre, precio, incluye) values (${product.id}, 'Oro', 12, 'Mas mapas')`;
  await sql`with b as (insert into bundles (nombre, precio, producto_id) values ('Los dos', 15, ${product.id}) returning id)
    insert into bundles_productos (bundle_id, producto_id) select b.id, p from b, unnest(${[product.id, bundled.id]}::uuid[]) p`;
  await signInAsAdmin(page, `/dashboard-admin/products/${product.id}`);
  await page.getByRole('link', { name: 'Cambiar nombre, textos e imágenes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Textos e imágenes de ${product.name}`);
  await expectNoAxeViolations(page);

  const name = page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
  const save = page.getByRole('button', { name: 'Guardar los cambios' });
  await name.fill('');
  await page.getByLabel('Tráiler de YouTube').fill('https://example.com/video');
  await save.click();
  await expect(page.getByText('El nombre es obligatorio.').first()).toBeVisible();
  await expect(page.getByText('El tráiler debe ser un vídeo de YouTube.').first()).toBeVisible();
  await expect(page.getByText('Escribe un motivo de 3 a 500 caracteres.')).toBeVisible();
  await page.getByLabel('Tráiler de YouTube').fill('');
  await name.fill('Nombre corregido');
  await page.getByLabel('Resumen').first().fill('Una frase sin faltas.');
  const gallery = page.getByRole('group', { name: 'Galería' });
  const buffer = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#267' } })
    .png()
    .toBuffer();
  await gallery.getByLabel('Subir una imagen').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(gallery.getByRole('button', { name: /^Quitar/ })).toHaveCount(1);

  await page.getByRole('group', { name: 'Oro' }).getByLabel('Qué añade', { exact: true }).fill('Más mapas');
  await page
    .getByRole('group', { name: 'Los dos' })
    .getByLabel('Nombre del pack', { exact: true })
    .fill('Los dos juntos');

  // Another admin changes the name in the meantime.
  await actingAs(
    other,
    (own) => own`select guardar_contenido(${product.id},
    ${own.json({ nombre: product.name })}, ${own.json({ nombre: 'El de otra persona' })}, 'Errata')`,
  );
  await page.getByLabel('Motivo').fill('Tenía faltas de ortografía');
  await save.click();
  await expect(page.getByText('Ahora pone: El de otra persona')).toBeVisible();
  await page.getByRole('button', { name: 'Poner lo mío: Nombre', exact: true }).click();
  await save.click();
  await expect(page.getByText('Cambios guardados.')).toBeVisible();
  await page.goto(`/p/${product.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nombre corregido');
  await expect(page.getByText('Una frase sin faltas.').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Los dos juntos' })).toBeVisible();
  const [row] = await sql`select usuario_id, cardinality(imagenes) as pictures from productos where id = ${product.id}`;
  expect(row).toEqual({ usuario_id: creator.id, pictures: 1 });

  await signIn(page, creator, `/edit/${product.slug}?paso=revision`);
  const edits = page.getByRole('region', { name: 'Cambios del equipo' });
  await edits.getByText('Tenía faltas de ortografía').click();
  await expect(edits.getByText('El de otra persona').first()).toBeVisible();
  await expect(edits.getByText('Una frase sin faltas.')).toBeVisible();
  await expect(edits.getByRole('heading', { name: 'Oro · Qué añade' })).toBeVisible();
  await expect(edits.getByRole('heading', { name: 'Los dos juntos · Nombre del pack' })).toBeVisible();
  await expectNoAxeViolations(page);
  const mail = await findMail(creator.email, /Hemos cambiado textos o imágenes de Nombre corregido/);
  expect(mail.text).toContain('Tenía faltas de ortografía');
  expect(mail.text).toContain('los packs, las ediciones, la galería');
});
