import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkout,
  clubCheckout,
  type Everything,
  orderBody,
  type Paypal,
  paypalFor,
  startEverything,
} from '../src/testing.ts';

let all: Everything;
let paypal: Paypal;
let browser: Browser;
let shop: Server;
let back: string;

beforeAll(async () => {
  all = await startEverything();
  paypal = await paypalFor(all.url);
  shop = createServer((_request, response) => response.end('shop')).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  back = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    // Debian's Chromium if installed, otherwise Playwright's.
    executablePath: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  shop.close();
  shop.closeAllConnections();
  await all.stop();
});

async function open(url: string, options: { width?: number; scheme?: 'light' | 'dark' } = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 390, height: 844 },
    colorScheme: options.scheme ?? 'light',
    locale: 'es-ES',
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const session = async (overrides = {}) =>
  all.stripe.checkout.sessions.create(
    checkout({
      success_url: `${back}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${back}/checkout`,
      ...overrides,
    }),
  );
const order = async () => {
  const request = orderBody();
  const application_context = {
    ...request.application_context,
    return_url: `${back}/paypal-success`,
    cancel_url: `${back}/checkout`,
  };
  const { body } = await paypal('POST', '/v2/checkout/orders', { ...request, application_context });
  return { id: body.id as string, url: `${all.url}/checkoutnow?token=${body.id}` };
};

describe('the card page', () => {
  it('accepts the prefilled card and returns to the shop', async () => {
    const { id, url } = await session();
    const page = await open(url ?? '');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Pagar a Test shop');
    expect(await page.getByText('Dungeon DLC').count()).toBe(1);
    await page.getByRole('button', { name: /^Pagar 12,34/ }).click();
    await page.waitForURL(`${back}/success?session_id=${id}`);
    await page.goto(`${all.url}/pay/${id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Este pago ya se ha completado');
    expect(await page.getByRole('link', { name: 'Volver a la tienda' }).getAttribute('href')).toBe(
      `${back}/success?session_id=${id}`,
    );
    await page.context().close();
  });

  it('shows a decline, keeps the input and accepts another card', async () => {
    const { id, url } = await session({ customer_email: undefined });
    const page = await open(url ?? '');
    await page.getByLabel('Correo electrónico').fill('otra@example.com');
    await page.getByLabel('Número de tarjeta').fill('4000 0000 0000 0002');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('Tu tarjeta ha sido rechazada. Prueba con otra tarjeta.');
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('otra@example.com');
    await page.getByLabel('Número de tarjeta').fill('4111 1111 1111 1112');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await expect.poll(() => page.getByLabel('Número de tarjeta').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.waitForURL(`${back}/success**`);
    expect((await all.stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe('otra@example.com');
    await page.context().close();
  });

  it('has a button for a decline, and one that returns without payment', async () => {
    const { id, url } = await session({ locale: 'en' });
    const page = await open(url ?? '');
    await page.getByRole('button', { name: 'Try a declined payment' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Your card was declined. Try another card.');
    await page.getByRole('button', { name: 'Cancel and return to the shop' }).click();
    await page.waitForURL(`${back}/checkout`);
    expect((await all.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    await all.stripe.checkout.sessions.expire(id);
    expect((await page.goto(`${all.url}/pay/${id}`))?.status()).toBe(410);
    expect((await page.goto(`${all.url}/pay/cs_test_none`))?.status()).toBe(404);
    await page.context().close();
  });

  it('prints names as text, not as markup', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { url } = await session({
      line_items: [{ price_data: { currency: 'eur', unit_amount: 100, product_data: { name } }, quantity: 1 }],
    });
    const page = await open(url ?? '');
    expect([await page.getByText(name).count(), await page.locator('img').count()]).toEqual([1, 0]);
    await page.context().close();
  });
});

describe('the PayPal page', () => {
  it('returns with token and PayerID after approval', async () => {
    const { id, url } = await order();
    const page = await open(url);
    await page.getByRole('button', { name: /^Aprobar y pagar 13,33/ }).click();
    await page.waitForURL(
      (target) =>
        target.pathname === '/paypal-success' &&
        target.searchParams.get('token') === id &&
        target.searchParams.has('PayerID'),
    );
    expect((await paypal('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
    await page.context().close();
  });

  it('offers a card that is declined on capture, and a way back', async () => {
    const { id, url } = await order();
    const page = await open(url);
    await page.getByLabel('Tarjeta que será rechazada al cobrar').check();
    await page.getByRole('button', { name: /^Aprobar/ }).click();
    await page.waitForURL('**/paypal-success**');
    expect((await paypal('POST', `/v2/checkout/orders/${id}/capture`, {})).body.details[0].issue).toBe(
      'INSTRUMENT_DECLINED',
    );
    const other = await order();
    await page.goto(other.url);
    await page.getByRole('button', { name: 'Cancelar y volver a la tienda' }).click();
    await page.waitForURL(`${back}/checkout?token=${other.id}`);
    await page.context().close();
  });
});

describe('the subscription portal', () => {
  it('cancels at the end of the period and resumes', async () => {
    const { id } = await all.stripe.checkout.sessions.create(clubCheckout());
    await all.sim.stripe.pay(id);
    const paid = await all.stripe.checkout.sessions.retrieve(id);
    const portal = await all.stripe.billingPortal.sessions.create({
      customer: String(paid.customer),
      return_url: `${back}/profile/club`,
      locale: 'es',
    });
    const page = await open(portal.url);
    await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
    await page.getByRole('button', { name: 'Reanudar la suscripción' }).waitFor();
    const cancelled = await all.stripe.subscriptions.retrieve(String(paid.subscription));
    // In flexible billing the portal sets the date, not the flag.
    expect(cancelled).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: cancelled.items.data[0]?.current_period_end,
    });
    await page.getByRole('button', { name: 'Reanudar la suscripción' }).click();
    await page.getByRole('button', { name: 'Cancelar la suscripción' }).waitFor();
    expect((await all.stripe.subscriptions.retrieve(cancelled.id)).cancel_at).toBeNull();
    await page.getByRole('link', { name: 'Volver a la tienda' }).click();
    await page.waitForURL(`${back}/profile/club`);
    await page.context().close();
  });
});

/** axe violations of a page. Legacy mode opens no second page, which only frames need. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('pages without accessibility violations', () => {
  const pages: [string, () => Promise<string>][] = [
    ['card', async () => (await session()).url ?? ''],
    ['card in English', async () => (await session({ locale: 'en' })).url ?? ''],
    ['paypal', async () => (await order()).url],
    [
      'paid',
      async () => {
        const { id } = await session();
        await all.sim.stripe.pay(id);
        return `${all.url}/pay/${id}`;
      },
    ],
    [
      'portal',
      async () => {
        const { id } = await all.stripe.checkout.sessions.create(clubCheckout());
        await all.sim.stripe.pay(id);
        const { customer } = await all.stripe.checkout.sessions.retrieve(id);
        return (
          await all.stripe.billingPortal.sessions.create({
            customer: String(customer),
            return_url: `${back}/profile/club`,
          })
        ).url;
      },
    ],
  ];
  const views = [
    { width: 390, scheme: 'light' },
    { width: 1440, scheme: 'dark' },
  ] as const;
  it.each(pages.flatMap(([name, make]) => views.map((view) => [name, view.width, view.scheme, make] as const)))(
    '%s at %i px, %s',
    async (_name, width, scheme, make) => {
      const page = await open(await make(), { width, scheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.context().close();
    },
  );

  it('a card page with the message of a decline', async () => {
    const { url } = await session();
    for (const { width, scheme } of views) {
      const page = await open(url ?? '', { width, scheme });
      await page.getByLabel('Número de tarjeta').fill('1');
      await page.getByRole('button', { name: /^Pagar/ }).click();
      await page.getByRole('alert').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.context().close();
    }
  });
});
