import { expect, type Page } from '@playwright/test';
import { simulator } from '@unstore/payment-simulator/client';
import Stripe from 'stripe';
import { consentVersion } from '../../../lib/checkout/consent.ts';
import { database } from './database.ts';
import { createPerson, type Person, signIn } from './people.ts';

export const goodCard = '4242 4242 4242 4242';
export const declinedCard = '4000 0000 0000 0002';
export const minecraftName = 'jugador_1';

/** Test switches of the payment providers. */
export const provider = () => simulator(process.env.STRIPE_API_URL ?? '');

/** Stripe's API with the shop's keys and address. */
export function stripe(): Stripe {
  const { hostname, port } = new URL(process.env.STRIPE_API_URL ?? '');
  return new Stripe(process.env.STRIPE_SECRET_KEY ?? '', { host: hostname, port, protocol: 'http', telemetry: false });
}

/** Signs a new person in and opens the cart with a product. */
export async function startInCart(page: Page, query: string): Promise<Person> {
  const person = await createPerson();
  await signIn(page, person, `/cart?${query}`);
  return person;
}

/** Payment data besides the item: Minecraft name and consent to immediate delivery. */
export const buyerData = { minecraftName, consentimiento: consentVersion };

/** Continues from the cart to the payment step. */
export const goToCheckout = (page: Page) => page.getByRole('link', { name: /^(Ir al pago|Continuar) · / }).click();

/** Ticks the consent to immediate delivery. */
export const agree = (page: Page) => page.getByRole('checkbox', { name: /14 días de desistimiento/ }).check();

/** Continues from the cart to Stripe's page. Returns its session id. */
export async function goToProvider(page: Page): Promise<string> {
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Continues from the cart to PayPal's page. Returns the order id. */
export async function goToPayPal(page: Page): Promise<string> {
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/checkoutnow\?token=/);
  return new URL(page.url()).searchParams.get('token') ?? '';
}

/** Fills and submits the provider's form. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(card);
  await page.getByRole('button', { name: /^(Pagar|Suscrib)/ }).click();
}

export const thanks = (page: Page) => page.getByRole('heading', { name: '¡Gracias por tu compra!' });

export async function buy(page: Page, query: string): Promise<{ person: Person; session: string }> {
  const person = await startInCart(page, query);
  const session = await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  return { person, session };
}

/** Starts a payment as the payment step does. Returns the provider's id. */
async function startPayment(page: Page, path: string, what: object): Promise<string> {
  const answer = await page.request.post(path, {
    headers: { origin: process.env.SITE_URL ?? '' },
    data: { ...what, ...buyerData },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).id;
}

/** Signs a new person in who has bought a product by card, without the pages of a purchase. */
export async function haveBought(page: Page, slug: string): Promise<{ person: Person; session: string }> {
  const person = await createPerson();
  await signIn(page, person);
  const session = await startPayment(page, '/api/create-checkout-session', { producto: slug });
  await provider().stripe.pay(session);
  await expectBooks(person, boughtOnce);
  return { person, session };
}

/** Signs a new person in with an open PayPal order. */
export async function haveOrder(page: Page, slug: string): Promise<{ person: Person; order: string }> {
  const person = await createPerson();
  await signIn(page, person);
  return { person, order: await startPayment(page, '/api/create-order', { producto: slug }) };
}

type Books = { payments: string[]; orders: number; sales: number; receipts: number; cases: number };

/** Ledger of a person: payment states, valid orders, sales, receipts, open cases. */
export async function booksOf(person: Person): Promise<Books> {
  const [row] = await database()<Books[]>`
    with pagos_suyos as (select * from pagos where user_id = ${person.id})
    select array(select estado from pagos_suyos order by created_at) as payments,
      (select count(*)::int from adquisiciones where user_id = ${person.id} and revocada_at is null) as orders,
      (select count(*)::int from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
        where a.user_id = ${person.id} and m.concepto = 'venta') as sales,
      (select count(*)::int from correos where user_id = ${person.id} and plantilla = 'recibo') as receipts,
      (select count(*)::int from casos_admin where pago_id in (select id from pagos_suyos)) as cases`;
  if (!row) throw new Error('no books');
  return row;
}

/** Ledger of a person with one purchase of a product of somebody else. */
export const boughtOnce: Books = { payments: ['entregado'], orders: 1, sales: 1, receipts: 1, cases: 0 };

/** Waits until the ledger of a person has these values. */
export async function expectBooks(person: Person, books: Partial<Books>): Promise<void> {
  await expect.poll(() => booksOf(person)).toMatchObject(books);
}

/** Signs a webhook body as the provider does. */
export function signWebhook(body: string): string {
  return stripe().webhooks.generateTestHeaderString({ payload: body, secret: process.env.STRIPE_WEBHOOK_SECRET ?? '' });
}
