import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, type Product } from './support/goods.ts';
import { callJob, runCron, test } from './support/job.ts';
import { findMail, listMails } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  agree,
  boughtOnce,
  expectBooks,
  goodCard,
  goToPayPal,
  goToProvider,
  minecraftName,
  payWith,
  provider,
  startInCart,
  thanks,
} from './support/shopping.ts';

const undelivered = (page: Page) => page.getByRole('heading', { name: 'No hemos podido entregar tu compra' });
const takeUnits = ({ id }: Product) => database()`update productos set unidades = 0 where id = ${id}`;

test('the last unit is reserved during a payment and released after its cancellation', async ({ page, browser }) => {
  const product = await createProduct({ unidades: 1 });
  const first = await startInCart(page, `producto=${product.slug}`);
  const left = await goToProvider(page);

  const other = await browser.newPage();
  const second = await startInCart(other, `producto=${product.slug}`);
  const busy = 'Alguien lo está comprando ahora mismo. Si no termina, volverá a estar disponible en unos minutos.';
  await expect(other.getByText(busy)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ir al pago' })).toBeDisabled();
  await other.goto(`/checkout?producto=${product.slug}`);
  await expect(other.getByText(busy)).toBeVisible();

  await page.getByRole('button', { name: 'Cancelar y volver a la tienda' }).click();
  await expect(page.getByText('Has cancelado el pago. No se te ha cobrado nada.')).toBeVisible();
  await expectBooks(first, { payments: ['caducado'] });
  await other.goto(`/cart?producto=${product.slug}`);
  await goToProvider(other);
  await payWith(other, goodCard);
  await expect(thanks(other)).toBeVisible();
  await expectBooks(second, boughtOnce);
  await page.goto(`${process.env.STRIPE_API_URL}/pay/${left}`);
  await expect(page.getByText('Esta página de pago ha caducado')).toBeVisible();
  await other.close();
});

test('a card payment for a sold-out product is refunded at once, and the buyer is notified', {
  tag: '@nightly',
}, async ({ page }) => {
  const product = await createProduct({ unidades: 1 });
  const person = await startInCart(page, `producto=${product.slug}`);
  const session = await goToProvider(page);
  await takeUnits(product);
  await payWith(page, goodCard);
  await expect(undelivered(page)).toBeVisible();
  await expect(page.getByText(/No quedaban unidades; te hemos devuelto 9,00\s€\./)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectBooks(person, { payments: ['reembolsado'], orders: 0, receipts: 0, cases: 0 });
  const mail = await findMail(person.email, /Te devolvemos el dinero/);
  expect(mail.text).toMatch(/No quedaban unidades; te estamos devolviendo 9,00/);
  // Repeated events change nothing and send nothing.
  await provider().idle({ id: session, until: 'settled' });
  await runCron();
  expect(await listMails(person.email)).toHaveLength(1);
  const refunds = await provider().events({ type: 'charge.refunded', id: session });
  expect(refunds).toHaveLength(1);
  await page.getByRole('link', { name: 'Ver los detalles del pago' }).click();
  // The previous page shows it, too, and stays hidden in the document for the back button.
  await page.waitForURL(/\/profile\/payment\//);
  await expect(page.getByRole('main').getByText(/No quedaban unidades; te hemos devuelto 9,00/)).toBeVisible();
});

test('a refund that Stripe does not answer is made by the maintenance job', { tag: '@nightly' }, async ({
  page,
  jobRests: _,
}) => {
  const product = await createProduct({ unidades: 1 });
  const person = await startInCart(page, `producto=${product.slug}`);
  const session = await goToProvider(page);
  await database()`update productos set status = 'rejected' where id = ${product.id}`;
  const fault = await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    path: '/v1/refunds',
    times: 1000,
    mode: 'disconnect',
    scope: { id: session },
  });
  await payWith(page, goodCard);
  await expect(page.getByText(/El producto se ha retirado de la tienda; te estamos devolviendo/)).toBeVisible();
  await provider().removeFault(fault.id);
  expect(await callJob()).toBe(200);
  await expectBooks(person, { payments: ['reembolsado'], orders: 0 });
});

test('PayPal does not capture a payment for a sold-out product, and the buyer sees the reason', {
  tag: '@nightly',
}, async ({ page }) => {
  const product = await createProduct({ unidades: 1 });
  const person = await startInCart(page, `producto=${product.slug}`);
  await goToPayPal(page);
  await takeUnits(product);
  await page.getByRole('button', { name: /^Aprobar/ }).click();
  await expect(undelivered(page)).toBeVisible();
  await expect(page.getByText('No quedaban unidades. No se te ha cobrado nada.')).toBeVisible();
  await expectBooks(person, { payments: ['caducado'], orders: 0, cases: 0 });
});

test('a card that requires a bank confirmation can be refused, abandoned, and then confirmed', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  await goToProvider(page);
  await payWith(page, '4000 0027 6000 3184');
  await expect(page.getByRole('heading', { name: 'Tu banco quiere saber que eres tú' })).toBeVisible();
  await page.getByRole('button', { name: 'No soy yo' }).click();
  await expect(page.getByRole('alert')).toContainText('no ha confirmado el pago');
  await payWith(page, '4000 0027 6000 3184');
  await page.getByRole('link', { name: 'Volver a la tienda' }).click();
  await expect(page.getByText('Has cancelado el pago. No se te ha cobrado nada.')).toBeVisible();
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Confirmar el pago' }).click();
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

const ends = {
  succeeded: boughtOnce,
  failed: { payments: ['fallido'], orders: 0, sales: 0, receipts: 0, cases: 0 },
};
for (const outcome of ['succeeded', 'failed'] as const) {
  test(`a bank debit reserves its unit while it is pending, until it has ${outcome}`, { tag: '@nightly' }, async ({
    page,
    browser,
  }) => {
    const product = await createProduct({ unidades: 1 });
    const person = await startInCart(page, `producto=${product.slug}`);
    const session = await goToProvider(page);
    await provider().stripe.payLater(session);
    await page.goto(`/success?session_id=${session}`);
    await expect(page.getByRole('heading', { name: 'Tu pago está en camino' })).toBeVisible();
    await expect(page.getByText('No hace falta que pagues otra vez')).toBeVisible();
    await page.goto(`/checkout?producto=${product.slug}`);
    await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
    await agree(page);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await expect(page.getByText('Ya has pagado esta compra y el dinero está en camino.')).toBeVisible();
    const other = await browser.newPage();
    await signIn(other, await createPerson(), `/checkout?producto=${product.slug}`);
    await expect(other.getByText('Alguien lo está comprando ahora mismo.')).toBeVisible();

    await provider().stripe.settle(session, outcome);
    await provider().idle({ id: session, until: 'settled' });
    await expectBooks(person, ends[outcome]);
    await other.reload();
    await expect(
      outcome === 'failed'
        ? other.getByRole('button', { name: /^Pagar/ })
        : other.getByText('El producto está agotado.'),
    ).toBeVisible();
    await other.close();
  });
}

test('a checkout whose response was lost can be retried in another language', { tag: '@nightly' }, async ({ page }) => {
  const product = await createProduct();
  await startInCart(page, `producto=${product.slug}`);
  await page.goto(`/checkout?producto=${product.slug}`);
  await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    path: '/v1/checkout/sessions',
    when: 'after',
    mode: 'disconnect',
    times: 3,
    scope: { id: product.name },
  });
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('El servicio de pago no responde.')).toBeVisible();
  await page.goto(`/checkout?producto=${product.slug}&lng=en`);
  await page.getByLabel('Minecraft name').fill(minecraftName);
  await page.getByRole('checkbox', { name: /14 days of withdrawal/ }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
});
