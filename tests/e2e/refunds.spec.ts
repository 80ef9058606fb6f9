import { expect, type Page } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { findImbalances } from './support/balance.ts';
import { database } from './support/database.ts';
import { callJob, runCron, test } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { type Person, signIn } from './support/people.ts';
import { expectBooks, haveBought, haveOrder, provider } from './support/shopping.ts';

async function openAsAdmin(page: Page, person: Person): Promise<void> {
  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  await signInAsAdmin(page, `/dashboard-admin/payments/${payment?.id}`);
}

async function giveBack(page: Page, amount: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Importe en euros').fill(amount);
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
}

const share = async (person: Person) =>
  (
    await database()`select coalesce(sum(m.centimos), 0)::int as cents from movimientos_ingresos m
      join adquisiciones a on a.id = m.adquisicion_id where a.user_id = ${person.id}`
  )[0]?.cents;

/** Leaves PayPal's page after the approval: the shop captures the payment and gets no events afterwards. */
async function buyDeaf(page: Page): Promise<{ person: Person; order: string }> {
  const { person, order } = await haveOrder(page, 'domador');
  await provider().addFault({ kind: 'drop', times: 50, scope: { id: order } });
  await provider().paypal.approve(order);
  return { person, order };
}

test('an admin refunds a part, and the buyer keeps the order and sees the amount, reason and credit note', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  await openAsAdmin(page, person);
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Importe en euros')).toHaveValue('9,99');
  await dialog.getByLabel('Motivo').fill('Faltaba una parte');
  for (const amount of ['0', '10', '3,333', 'todo']) {
    await dialog.getByLabel('Importe en euros').fill(amount);
    await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Escribe un importe mayor que cero');
  }
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Importe en euros').fill('3,33');
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).dblclick();
  const refunds = page.getByRole('region', { name: 'Reembolsos' });
  await expect(refunds.getByText('3,33 € devueltos')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await provider().idle({ id: session, until: 'settled' });
  await expectBooks(person, { payments: ['entregado'], orders: 1, cases: 0 });
  expect(await share(person)).toBe(133);

  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  await signIn(page, person, `/profile/payment/${payment?.id}`);
  await expect(page.getByText('Te hemos devuelto 3,33 €')).toBeVisible();
  await expect(page.getByText('Motivo de la devolución: Faltaba una parte')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Rectificativa R20/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^factura-R20\d\d-\d{6}\.pdf$/);
  await expectNoAxeViolations(page);
  await findMail(person.email, /Te hemos devuelto 3,33/);

  // Refunds the rest in Stripe's panel without an event; then the bank returns that refund.
  await provider().addFault({ kind: 'drop', times: 50, scope: { id: session } });
  await provider().stripe.refund(session);
  await runCron();
  await expectBooks(person, { payments: ['reembolsado'], orders: 0 });
  expect(await share(person)).toBe(0);
  await provider().stripe.settleRefund(session, 'failed');
  await runCron();
  await expectBooks(person, { payments: ['entregado'], orders: 1, cases: 1 });
  expect(await share(person)).toBe(133);
  expect(await findImbalances()).toEqual([]);
  await page.reload();
  await expect(page.getByText('La devolución de 6,66 € no llegó')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Anulación R20/ })).toBeVisible();
});

test('a refund whose response is lost is found again and made once', { tag: '@nightly' }, async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  await openAsAdmin(page, person);
  await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'POST',
    path: '/v1/refunds',
    when: 'after',
    mode: 'disconnect',
    times: 5,
    scope: { id: session },
  });
  await giveBack(page, '4.00', 'Se cortó la línea');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('El proveedor no responde');
  await provider().clearFaults();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar reembolso' }).click();
  await expect(page.getByText('4,00 € devueltos')).toHaveCount(1);
  await runCron();
  const rows = await database()`select r.estado, r.centimos from reembolsos r join pagos p on p.id = r.pago_id
    where p.user_id = ${person.id}`;
  expect(rows).toEqual([{ estado: 'hecho', centimos: 400 }]);
  expect(await provider().events({ type: 'refund.created', id: session })).toHaveLength(1);
  await expectBooks(person, { payments: ['entregado'], orders: 1 });
});

test('a refund whose response does not reach the admin is idempotent on retry', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person } = await haveBought(page, 'domador');
  await openAsAdmin(page, person);
  const address = '**/dashboard-admin/payments/*';
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await giveBack(page, '2', 'Se perdió la respuesta');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('No sabemos si la tienda lo ha hecho');
  await page.unroute(address);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  await expect(dialog.getByLabel('Importe en euros')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
  await expect(page.getByText('2,00 € devueltos')).toHaveCount(1);
  const rows = await database()`select r.centimos from reembolsos r join pagos p on p.id = r.pago_id
    where p.user_id = ${person.id}`;
  expect(rows).toEqual([{ centimos: 200 }]);
});

test('the job catches up on PayPal disputes and refunds whose webhooks were lost', { tag: '@nightly' }, async ({
  page,
}) => {
  const { person, order } = await buyDeaf(page);
  await runCron();
  await expectBooks(person, { payments: ['entregado'], orders: 1, receipts: 1 });

  await provider().paypal.dispute(order, { stage: 'INQUIRY' });
  await runCron();
  await expectBooks(person, { payments: ['entregado'], orders: 1, cases: 1 });
  await provider().paypal.updateDispute(order, { stage: 'CHARGEBACK', status: 'UNDER_REVIEW' });
  await runCron();
  await expectBooks(person, { payments: ['en_disputa'], orders: 0 });
  expect(await share(person)).toBe(0);
  await provider().paypal.resolveDispute(order, 'RESOLVED_SELLER_FAVOUR');
  await runCron();
  await expectBooks(person, { payments: ['entregado'], orders: 1, receipts: 1 });

  await provider().paypal.refund(order, { currency_code: 'EUR', value: '5.00' });
  await runCron();
  await runCron();
  await expectBooks(person, { payments: ['entregado'], orders: 1 });
  await findMail(person.email, /Te hemos devuelto 5,00/);
  await provider().paypal.dispute(order, { amount: { currency_code: 'EUR', value: '5.79' } });
  await provider().paypal.resolveDispute(order, 'ACCEPTED');
  await runCron();
  await expectBooks(person, { payments: ['reembolsado'], orders: 0 });
  expect(await findImbalances()).toEqual([]);
});

/** The money of an approved order is taken, and the shop does not know. */
async function captureUnheard(order: string): Promise<void> {
  const { PAYPAL_API_URL: url = '', PAYPAL_CLIENT_ID: id = '', PAYPAL_CLIENT_SECRET: secret = '' } = process.env;
  const login = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = await login.json();
  const answer = await fetch(`${url}/v2/checkout/orders/${order}/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(201);
}

test('a PayPal payment captured and partly refunded without webhooks is delivered with its refund', {
  tag: '@nightly',
}, async ({ page, jobRests: _ }) => {
  const { person, order } = await buyDeaf(page);
  await captureUnheard(order);
  await provider().paypal.refund(order, { currency_code: 'EUR', value: '2.00' });
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  await callJob();
  await expectBooks(person, { payments: ['entregado'], orders: 1, receipts: 1 });
  const rows = await database()`select r.centimos from reembolsos r join pagos p on p.id = r.pago_id
    where p.user_id = ${person.id}`;
  expect(rows).toEqual([{ centimos: 200 }]);
  expect(await findImbalances()).toEqual([]);
});
