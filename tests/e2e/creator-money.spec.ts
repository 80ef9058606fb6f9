import { expect, type Page } from '@playwright/test';
import type postgres from 'postgres';
import { dayInSpain } from '../../lib/core/day.ts';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { actingAs, database } from './support/database.ts';
import { runCron, test } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { reportReversals } from './support/sales.ts';
import { provider } from './support/shopping.ts';

const saleOf = (creator: Person) => ({ reference: `cs_prueba_${creator.username}` });

/** A creator with a sale of last month by card: 20 euros of revenue that may be paid out. */
async function createCreator(): Promise<Person> {
  const [creator, buyer] = [await createPerson(), await createPerson()];
  await database().begin((sql) => giveSale(sql as unknown as postgres.Sql, creator, buyer));
  return creator;
}

async function giveSale(sql: postgres.Sql, creator: Person, buyer: Person): Promise<void> {
  const [product] = await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id)
    select 'Obra propia', ${`obra-${creator.username.toLowerCase()}`}, 100, portada_url, 'plugin', 'approved', ${creator.id}
    from productos where slug = 'domador' returning id`;
  const line = { producto_id: product?.id, usuario_id: creator.id, es_reserva: false, centimos: 10_000 };
  const quote = {
    nombre: 'Obra propia',
    total_centimos: 10_000,
    lineas: [{ concepto: 'base', centimos: 10_000 }],
    interno: { articulos: [line], ingresos_porcentaje: 20 },
  };
  const [payment] = await sql`insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, referencia,
      estado, total_centimos, presupuesto, minecraft_name, clave, created_at, pagado_at, confirmado_at)
    values (${buyer.id}, ${buyer.id}, ${product?.id}, 'tarjeta', 'stripe', ${saleOf(creator).reference}, 'pagado',
      10000, ${sql.json(quote)}, 'jugador_1', gen_random_uuid()::text, now() - interval '30 days',
      now() - interval '30 days', now() - interval '30 days') returning id`;
  const [order] = await sql`insert into adquisiciones
      (user_id, producto_id, pago_id, origen, precio_pagado, minecraft_name, created_at)
    values (${buyer.id}, ${product?.id}, ${payment?.id}, 'compra', 100, 'jugador_1', now() - interval '30 days')
    returning id`;
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
    values (${creator.id}, 2000, 'venta', ${`venta:${order?.id}`}, ${order?.id}, now() - interval '30 days')`;
  await sql`update productos set adquirido = 1 where id = ${product?.id}`;
  await sql`update pagos set estado = 'entregado', entregado_at = pagado_at where id = ${payment?.id}`;
}

/** The bank takes the money of a creator's one sale back until the dispute is decided. */
const openDispute = (creator: Person) =>
  reportReversals(saleOf(creator), {
    disputas: [
      {
        referencia: `dp_${creator.username}`,
        fase: 'abierta',
        centimos: 10_000,
        version: 1,
        abierta_at: new Date().toISOString(),
      },
    ],
  });

/** Asks for money as the form does. */
const ask = (creator: Person, email: string, cents: number) =>
  actingAs(creator, async (sql) => {
    const [row] =
      await sql`select pedir_retiro(${email}, ${cents}, gen_random_uuid()::text, ${creator.password}) as answer`;
    expect(row?.answer).toMatchObject({ ok: true });
  });

/** Opens a creator's withdrawal that waits, as an admin. */
async function review(page: Page, creator: Person): Promise<void> {
  const [asked] = await database()`select id from withdrawals where usuario_id = ${creator.id}`;
  await signInAsAdmin(page, `/dashboard-admin/withdrawals/${asked?.id}`);
  await expect(page.getByRole('region', { name: 'Saldo del creador' })).toBeVisible();
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aprobar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar y pagar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Aprobar' })).toHaveCount(0);
}

const withdrawal = async (creator: Person) =>
  (
    await database()`select estado, lote from withdrawals where usuario_id = ${creator.id} order by created_at desc limit 1`
  )[0];
const balance = async (creator: Person) =>
  (await database()`select sum(centimos)::int as cents from movimientos_ingresos where usuario_id = ${creator.id}`)[0]
    ?.cents;

test('a creator sees the sales figures, requests a validated withdrawal, and is paid through PayPal', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createCreator();
  await signIn(page, creator, '/dashboard');
  await expect(page.getByText('20,00 €').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Obra propia/ })).toContainText('Aprobado');
  await expect(page.getByRole('region', { name: 'Últimos movimientos' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /Ingresos/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Retirar ingresos' });
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(dialog.getByText('Rellena todos los campos.')).toBeVisible();
  await dialog.getByLabel('Correo de PayPal').fill('creadora@paypal.example');
  await dialog.getByLabel('Importe (€)').fill('4,99');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(dialog.getByText('El retiro mínimo es de 5 €.')).toBeVisible();
  await dialog.getByLabel('Importe (€)').fill('20,01');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(dialog.getByText('No tienes saldo suficiente.')).toBeVisible();
  await dialog.getByLabel('Importe (€)').fill('12,50');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  // A new address requires the password, which a session thief does not know.
  await dialog.getByLabel('Contraseña').fill('Otra12345');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(dialog.getByText('Contraseña incorrecta.')).toBeVisible();
  await dialog.getByLabel('Contraseña').fill(creator.password);
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(page.getByText('Retiro solicitado correctamente.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar este retiro' }).click();
  await page.getByRole('button', { name: 'Sí, cancelarlo' }).click();
  await expect(page.getByRole('region', { name: 'Retiros' })).toContainText(/Cancelado.*12,50\s€/);
  expect(await balance(creator)).toBe(2000);

  // The address is known by now.
  await page.getByRole('button', { name: /Ingresos/ }).click();
  await dialog.getByLabel('Correo de PayPal').fill('Creadora@paypal.example');
  await dialog.getByLabel('Importe (€)').fill('12,50');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(page.getByRole('region', { name: 'Retiros' })).toContainText(/Solicitado.*12,50\s€/);
  await expect(page.getByRole('region', { name: 'Retiros' })).toContainText(/Solicitado.*12,50\s€/);
  expect(await balance(creator)).toBe(750);

  await signInAsAdmin(page, `/dashboard-admin/withdrawals?q=${creator.username}&filtro=solicitado`);
  const row = page.getByRole('row', { name: new RegExp(creator.username) });
  await expect(row).toBeVisible();
  await expectNoAxeViolations(page);
  await row.getByRole('link', { name: 'Revisar' }).click();
  await expect(page.getByRole('region', { name: 'Saldo del creador' })).toBeVisible();
  await approve(page);
  await expect.poll(async () => (await withdrawal(creator))?.estado).toBe('pagado');
  await findMail(creator.email, /Te hemos pagado 12,50/);
  await runCron();
  expect(await balance(creator)).toBe(750);
});

test('a failed PayPal payout is returned to the balance', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createCreator();
  await ask(creator, 'failed+1@paypal.example', 1000);
  await review(page, creator);
  await approve(page);
  await expect.poll(async () => (await withdrawal(creator))?.estado).toBe('fallido');
  expect(await balance(creator)).toBe(2000);
  await findMail(creator.email, /no ha llegado/);
});

test('a payout whose response is lost is not sent twice', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createCreator();
  const account = `${creator.username}@paypal.example`;
  await ask(creator, account, 1000);
  await provider().addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v1/payments/payouts',
    when: 'after',
    mode: 'disconnect',
    times: 1,
    scope: { id: account },
  });
  await review(page, creator);
  await approve(page);
  await runCron();
  await expect.poll(async () => (await withdrawal(creator))?.estado).toBe('pagado');
  expect(await balance(creator)).toBe(1000);
});

test('a rejected withdrawal is returned to the balance and shows its reason', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createCreator();
  await ask(creator, 'creadora@paypal.example', 1000);
  await review(page, creator);
  await page.getByRole('button', { name: 'Rechazar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rechazar el retiro' }).click();
  await expect(dialog.getByText('Escribe el motivo')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Falta verificar la cuenta');
  await dialog.getByRole('button', { name: 'Rechazar el retiro' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rechazar' })).toHaveCount(0);
  expect(await balance(creator)).toBe(2000);
  await signIn(page, creator, '/dashboard');
  const reason = page.getByText('Motivo: Falta verificar la cuenta');
  await expect(reason).toBeVisible();
  // The amounts stand below each other, beside texts of any length.
  const amount = page.getByRole('region', { name: 'Retiros' }).getByText(/^10,00\s€$/);
  const [beside, below] = [await amount.boundingBox(), await reason.boundingBox()];
  expect(beside?.y).toBeLessThan(below?.y ?? 0);
});

test('a creator below the minimum sees a message, and a statement is available as CSV and PDF', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/dashboard');
  await page.getByRole('button', { name: /Ingresos/ }).click();
  await expect(page.getByText('Necesitas al menos 5 € para retirar')).toBeVisible();
  await expect(page.getByLabel('Importe (€)')).toBeDisabled();
  const month = dayInSpain().slice(0, 7);
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['pdf', 'application/pdf'],
  ]) {
    const answer = await page.request.get(`/api/creator/statement?mes=${month}&formato=${format}`);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
  }
  expect((await page.request.get('/api/creator/stats?dias=7')).status()).toBe(200);
});

test('a withdrawal that the balance no longer covers cannot be approved, and the debt is shown', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createCreator();
  await ask(creator, 'creadora@paypal.example', 2000);
  await review(page, creator);
  await expect(page.getByText(/Después de pagarlo quedarían 0,00\s€ libres/)).toBeVisible();
  await page.getByRole('button', { name: 'Aprobar' }).click();
  // The dispute arrives while the admin still looks at the old page.
  await openDispute(creator);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Aprobar y pagar' }).click();
  await expect(dialog.getByText('El saldo del creador ya no cubre este retiro.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/quedarían -20,00\s€/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aprobar' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  expect((await withdrawal(creator))?.estado).toBe('solicitado');

  await signIn(page, creator, '/dashboard');
  await expect(page.getByText(/Debes 20,00\s€: se han devuelto o están en disputa/)).toBeVisible();
  await page.getByRole('button', { name: /Ingresos/ }).click();
  const own = page.getByRole('dialog', { name: 'Retirar ingresos' });
  await expect(own.getByText(/ahora no hay nada que retirar/)).toBeVisible();
  await expect(own.getByLabel('Importe (€)')).toBeDisabled();
  const month = dayInSpain().slice(0, 7);
  const csv = await (await page.request.get(`/api/creator/statement?mes=${month}&formato=csv`)).text();
  expect(csv).toMatch(/"Saldo final";.*"-20,00"/);
});

test('an admin settles by hand a payout that PayPal never confirmed, and the ledger balances', {
  tag: '@nightly',
}, async ({ page, jobRests: _ }) => {
  const creator = await createCreator();
  await ask(creator, 'creadora@paypal.example', 1000);
  const [asked] = await database()`update withdrawals set estado = 'en_proceso', intentos = 1, resuelto_at = now(),
    enviado_at = now() - interval '3 hours', atendido_at = now() where usuario_id = ${creator.id} returning id`;
  await database()`insert into auditoria (actor_id, accion, objeto_tipo, objeto_id)
    values (${creator.id}, 'aprobar_retiro', 'retiro', ${asked?.id})`;
  await signInAsAdmin(page, `/dashboard-admin/withdrawals/${asked?.id}`);
  await expect(page.getByText(/PayPal no ha contestado qué fue de este pago/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Se pagó', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Marcar como pagado' }).click();
  await expect(dialog.getByText(/Escribe qué has comprobado/)).toBeVisible();
  await dialog.getByLabel('Referencia de PayPal').fill('9XY12345AB');
  await dialog.getByLabel('Qué has comprobado').fill('Está en la actividad de Payouts');
  await dialog.getByRole('button', { name: 'Marcar como pagado' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('9XY12345AB').first()).toBeVisible();
  expect(await balance(creator)).toBe(1000);

  await page.goto('/dashboard-admin/books');
  await expect(page.getByRole('heading', { name: 'Comprobaciones' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'retiros_en_el_libro' })).toContainText('Se cumple');
  await expectNoAxeViolations(page);
});
