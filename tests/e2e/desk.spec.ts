import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson } from './support/people.ts';
import { beginSession } from './support/session.ts';
import { expectBooks, haveBought, provider, stripe } from './support/shopping.ts';
import { test } from './support/test.ts';

test('an admin form keeps its input, shows conflicts with another admin, and asks before it is left', {
  tag: '@nightly',
}, async ({ page }) => {
  const sql = database();
  const product = await createProduct();
  const admin = await signInAsAdmin(page, `/dashboard-admin/products/${product.id}`);
  const form = page.getByRole('region', { name: 'Cambiar' });
  const price = form.getByLabel('Precio (€)', { exact: true });
  const slug = form.getByLabel('Dirección');
  await price.fill('7');
  await slug.fill(`${product.slug}-nuevo`);

  await test.step('a link asks for confirmation, and a reload keeps the input', async () => {
    await page.getByRole('link', { name: 'Volver a los productos' }).click();
    const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'Seguir editando' }).last().click();
    page.once('dialog', (asked) => void asked.accept());
    await page.reload();
    await expect(form.getByText(/Hemos recuperado lo que escribiste/)).toBeVisible();
    await expect(price).toHaveValue('7');
  });

  await test.step('a lost session keeps the input', async () => {
    await page.context().clearCookies();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(form.getByText(/Tu sesión ha terminado/).or(page.getByLabel('Contraseña'))).toBeVisible();
    await beginSession(page.context(), admin);
    page.once('dialog', (asked) => void asked.accept());
    await page.goto(`/dashboard-admin/products/${product.id}`);
    await expect(price).toHaveValue('7');
    await expect(slug).toHaveValue(`${product.slug}-nuevo`);
  });

  await sql`update productos set precio = 12, stock = false where id = ${product.id}`;
  await form.getByRole('button', { name: 'Guardar' }).click();
  const conflict = form.getByRole('region', { name: 'Alguien ha cambiado lo mismo' });
  await expect(conflict).toContainText(/Precio \(€\).*Ahora pone: 12.*Tú has puesto: 7/s);
  await expectNoAxeViolations(page);
  const stored = async () => (await sql`select slug, precio::float, stock from productos where id = ${product.id}`)[0];
  expect(await stored()).toEqual({ slug: product.slug, precio: 12, stock: false });
  await conflict.getByRole('button', { name: 'Poner lo mío: Precio (€)' }).click();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Producto actualizado correctamente.')).toBeVisible();
  // Untouched fields keep the other admin's values.
  expect(await stored()).toEqual({ slug: `${product.slug}-nuevo`, precio: 7, stock: false });
  await expect(form.getByRole('checkbox', { name: 'En stock' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Volver a los productos' }).click();
  await expect(page).toHaveURL('/dashboard-admin/products');
});

test('an admin approves several withdrawals at once and sees the result of each', { tag: '@nightly' }, async ({
  page,
}) => {
  const sql = database();
  const people = await Promise.all([createPerson(), createPerson(), createPerson()]);
  for (const { id } of people) {
    await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave)
      values (${id}, 900, 'ajuste', gen_random_uuid()::text)`;
  }
  for (const person of people) {
    await actingAs(
      person,
      (own) => own`select pedir_retiro('mesa@paypal.example', 900, gen_random_uuid()::text, ${person.password})`,
    );
  }
  await signInAsAdmin(page, '/dashboard-admin/withdrawals?q=mesa@paypal.example&filtro=solicitado');
  // The balance of one of them no longer covers its withdrawal.
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave)
    values (${people[1]?.id ?? ''}, -500, 'ajuste', gen_random_uuid()::text)`;
  for (const { username } of people) {
    await page.getByRole('checkbox', { name: new RegExp(`Elegir el retiro de ${username}`) }).check();
  }
  await page.getByRole('button', { name: /^Aprobar 3 · 27,00\s€$/ }).click();
  const question = page.getByRole('dialog', { name: /Pagar 3 retiros: 27,00\s€/ });
  for (const { username } of people) await expect(question).toContainText(username);
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: /^Aprobar 3/ }).click();
  const results = page.getByRole('dialog', { name: 'Qué ha sido de cada uno' });
  await expect(results.getByText('Aprobado: PayPal lo está enviando')).toHaveCount(2);
  await expect(results.getByText(/El saldo del creador ya no cubre este retiro/)).toHaveCount(1);
  await expectNoAxeViolations(page);
  await results.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await runCron();
  const states = await sql`select estado, lote is not null as sent from withdrawals
    where usuario_id in ${sql(people.map(({ id }) => id))} order by estado`;
  expect(states.map(({ estado }) => estado)).toEqual(expect.arrayContaining(['solicitado']));
  expect(states.filter(({ sent }) => sent)).toHaveLength(2);
});

test('a dispute notifies the admins, is answered with evidence once, and closes when it is won', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  await page.context().clearCookies();
  const admin = await signInAsAdmin(page);
  const [order] = await database()`select id from adquisiciones where user_id = ${person.id}`;
  await database()`update adquisiciones set descargas = descargas + 1 where id = ${order?.id}`;
  const { id } = await provider().stripe.dispute(session, { reason: 'product_not_received' });
  await expectBooks(person, { payments: ['en_disputa'], orders: 0 });
  const mail = await findMail(admin.email, /Caso por revisar: Un comprador disputa un cobro/);
  expect(mail.text).toMatch(/9,99/);
  expect(mail.text).toContain('/dashboard-admin/disputes');
  await page.goto('/profile/notifications');
  await expect(page.getByText(/Un comprador disputa un cobro, 9,99/).first()).toBeVisible();

  await page.goto('/dashboard-admin/disputes');
  const card = page.getByRole('article').filter({ hasText: person.username });
  await expect(card).toContainText(/9,99\s€.*Abierta.*No recibió el producto.*Responder antes del/s);
  await expectNoAxeViolations(page);
  await card.getByRole('link', { name: 'Responder' }).click();
  const known = page.getByRole('region', { name: 'Lo que sabe la tienda' });
  await expect(known).toContainText('1 descarga');
  await expectNoAxeViolations(page);
  const text = page.getByLabel('Texto para el proveedor');
  await expect(text).toHaveValue(/se descargó una vez/);
  await text.fill('El comprador lo descargó el mismo día.');
  await page.getByRole('button', { name: 'Guardar borrador' }).click();
  await expect(page.getByText('Borrador guardado.')).toBeVisible();
  const files = page.getByRole('region', { name: 'Archivos' });
  const choose = (name: string, content: string) =>
    files
      .getByLabel('Añadir archivo')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });
  await files.getByLabel('Nota para el proveedor').fill('La factura');
  await choose('factura.pdf', 'PK no es un PDF');
  await expect(files.getByRole('alert')).toContainText('factura.pdf: El proveedor no admite este tipo');
  await expect(files.getByLabel('Nota para el proveedor')).toHaveValue('La factura');
  await choose('factura.pdf', '%PDF-1.7 la factura');
  await expect(files.getByRole('link', { name: 'factura.pdf' })).toBeVisible();
  await expect(files.getByText('La factura')).toBeVisible();
  await choose('condiciones.pdf', '%PDF-1.7 las condiciones');
  await expect(files.getByRole('link', { name: 'condiciones.pdf' })).toBeVisible();
  await files.getByRole('button', { name: 'Quitar condiciones.pdf' }).click();
  await expect(files.getByRole('link', { name: 'condiciones.pdf' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Enviar a Stripe' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(new RegExp(`Responder a la disputa de 9,99\\s€ de ${person.username}`));
  await expect(question).toContainText('y un archivo');
  await question.getByRole('button', { name: 'Enviar la respuesta' }).click();
  await expect(page.getByText(new RegExp(`${admin.username} envió esta respuesta a Stripe`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar a Stripe' })).toHaveCount(0);
  expect(await stripe().disputes.retrieve(String(id))).toMatchObject({
    status: 'under_review',
    evidence: {
      uncategorized_text: 'El comprador lo descargó el mismo día.\nreceipt: La factura',
      receipt: expect.stringMatching(/^file_/),
    },
  });

  await provider().stripe.closeDispute(session, 'won');
  await expectBooks(person, { payments: ['entregado'], orders: 1 });
  const open = await database()`select 1 from casos_admin c join pagos p on p.id = c.pago_id
    where p.user_id = ${person.id} and not c.resuelto`;
  expect(open).toEqual([]);
  await page.goto('/dashboard-admin/disputes');
  await expect(page.getByRole('article').filter({ hasText: person.username })).toHaveCount(0);
  await page.getByRole('link', { name: 'Decididas' }).click();
  await expect(page.getByRole('article').filter({ hasText: person.username })).toContainText('Ganada');
});
