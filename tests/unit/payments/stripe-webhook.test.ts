import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stripe } from '@/lib/payments/stripe/client';
import { stripeEventTypes } from '@/lib/payments/stripe/event-types';
import { readStripeEvent } from '@/lib/payments/stripe/events';
import * as webhook from '@/lib/payments/stripe/webhook';
import { answer, api, closed, missing, paid, refuse, session, slow, unclear } from './stripe-answers.ts';

const [holdPayment, readRpc] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('@/lib/payments/hold', () => ({ holdPayment }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));

beforeEach(() => {
  holdPayment.mockReset();
  readRpc.mockReset();
});

describe('an event', () => {
  const created = 1_700_000_000;
  const confirmedAt = new Date(created * 1_000);
  const news = (type: string, object: object) => readStripeEvent({ type, created, data: { object } } as never);

  test.each<[string, object, unknown]>([
    ['checkout.session.completed', session(), { ...paid, confirmedAt }],
    ['checkout.session.async_payment_succeeded', session(), { ...paid, confirmedAt }],
    ['checkout.session.async_payment_failed', session({ payment_status: 'unpaid' }), closed('fallido')],
    ['checkout.session.async_payment_failed', session({ mode: 'subscription' }), null],
    ['checkout.session.async_payment_failed', session({ metadata: {} }), null],
    ['checkout.session.async_payment_failed', session({ metadata: null }), null],
    ['checkout.session.expired', session({ status: 'expired', payment_status: 'unpaid' }), closed('caducado')],
    ['checkout.session.completed', session({ metadata: null }), null],
    ['payment_intent.succeeded', session(), null],
  ])('%s reports its payment, and holds nothing', async (type, object, event) => {
    expect(await news(type, object)).toEqual(event);
    expect(holdPayment).not.toHaveBeenCalled();
  });

  test('of a completed page whose money is on its way holds the goods of the shop', async () => {
    expect(await news('checkout.session.completed', { ...slow, payment_intent: 'pi_1' })).toBeNull();
    expect(holdPayment.mock.calls).toEqual([['stripe', 'cs_1', 'pago-1']]);
    expect(await news('checkout.session.completed', { ...slow, metadata: {} })).toBeNull();
    expect(holdPayment).toHaveBeenCalledTimes(1);
  });

  test.each([Stripe.API_VERSION, '2020-08-27', null])(
    'of the version %s is read only if it is the pinned one',
    async (api_version) => {
      const body = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'x',
        api_version,
        created,
        data: { object: {} },
      });
      const secret = 'whsec_not_a_secret';
      const signature = stripe().webhooks.generateTestHeaderString({ payload: body, secret });
      const event = await webhook.readStripeWebhook(body, new Headers({ 'stripe-signature': signature }));
      if (api_version === Stripe.API_VERSION) {
        expect(event).toMatchObject({ id: 'evt_1', type: 'x', subscription: null, movedCharge: null });
        expect(readRpc).not.toHaveBeenCalled();
        return;
      }
      expect(event).toBe('version_no_valida');
      const today = new Date().toISOString().slice(0, 10);
      expect(readRpc.mock.calls.map(([, name, given]) => [name, given])).toEqual([
        [
          'abrir_caso',
          {
            p_tipo: 'webhook_de_otra_version',
            p_clave: `version:stripe:${api_version}:${today}`,
            p_pago: null,
            p_datos: { recibida: api_version, esperada: Stripe.API_VERSION, evento: 'evt_1' },
          },
        ],
      ]);
    },
  );

  test('is Stripe’s own only if Stripe knows its id', async () => {
    answer('event', { id: 'evt_1' });
    expect(await webhook.hasStripeSent('evt_1')).toBe(true);
    expect(await webhook.hasStripeSent('evt_2')).toBe(false);
    refuse('event', missing);
    expect(await webhook.hasStripeSent('evt_1')).toBe(false);
    for (const problem of unclear) {
      refuse('event', problem);
      await expect(webhook.hasStripeSent('evt_1')).rejects.toBe(problem);
    }
  });

  test.each(['', 'evt_', 'WH-1', 'x evt_1', 'evt_1/../evt_2', 'evt_1?x'])(
    'with the id «%s» causes no call',
    async (id) => {
      expect(await webhook.hasStripeSent(id)).toBe(false);
      expect(api.event).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['missed', webhook.missedStripeEvents, { delivery_success: false }],
    ['all', webhook.stripeEventsSince, {}],
  ])('is listed among %s since a second, twenty types at a time, page by page', async (_what, list, only) => {
    const page = (has_more: boolean, ...ids: string[]) =>
      ({
        data: ids.map((id) => ({ id, type: 'checkout.session.completed', created, data: { object: session() } })),
        has_more,
      }) as never;
    api.events
      .mockResolvedValueOnce(page(true, 'evt_1', 'evt_2'))
      .mockResolvedValueOnce(page(false, 'evt_3'))
      .mockResolvedValueOnce(page(false));
    const pages = [];
    for await (const listed of list(new Date(1_700_000_000_999))) pages.push(listed);
    expect(pages.map((listed) => listed.map(({ id }) => id))).toEqual([['evt_1', 'evt_2'], ['evt_3'], []]);
    expect(await pages[0]?.[0]?.read()).toMatchObject(paid);
    const wanted = { created: { gte: 1_700_000_000 }, ...only, limit: 100 };
    const [first, rest] = [stripeEventTypes.slice(0, 20), stripeEventTypes.slice(20)];
    expect(api.events.mock.calls).toEqual([
      [{ ...wanted, types: first }],
      [{ ...wanted, types: first, starting_after: 'evt_2' }],
      [{ ...wanted, types: rest }],
    ]);
  });
});
