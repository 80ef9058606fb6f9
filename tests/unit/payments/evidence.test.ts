import { checkout } from '@unstore/payment-simulator/testing';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const evidence = {
  text: 'El comprador descargó el archivo: 2 veces & «sin» quejarse.\nSegunda línea.',
  product: 'Fragua Arcana',
  log: '2026-11-20T10:00:00.000Z download of Fragua Arcana',
  deliveredOn: '2026-11-20',
};

describe('the answer to a dispute at Stripe', () => {
  async function dispute(options: { inquiry?: boolean } = {}): Promise<string> {
    const session = await all.stripe.checkout.sessions.create(checkout());
    await all.sim.stripe.pay(session.id);
    return String((await all.sim.stripe.dispute(session.id, options)).id);
  }

  test('is sent once with all its texts, and not sent again', async () => {
    const { sendCardEvidence } = await import('@/lib/payments/stripe/evidence');
    const id = await dispute();
    expect(await Promise.all([sendCardEvidence(id, evidence), sendCardEvidence(id, evidence)])).toEqual([
      'sent',
      'sent',
    ]);
    expect(await sendCardEvidence(id, { ...evidence, text: 'Otra cosa' })).toBe('sent');
    const { disputes }: Stripe = all.stripe;
    const found = await disputes.retrieve(id);
    expect(found).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, submission_count: 1 },
      evidence: {
        uncategorized_text: evidence.text,
        product_description: 'Fragua Arcana',
        access_activity_log: evidence.log,
        service_date: '2026-11-20',
      },
    });
    await expect(disputes.update(id, { evidence: { uncategorized_text: 'Otra cosa' } })).rejects.toThrow(/submitted/);
  });

  test('is sent to an inquiry, too, and refused by a closed dispute', async () => {
    const { sendCardEvidence } = await import('@/lib/payments/stripe/evidence');
    const inquiry = await dispute({ inquiry: true });
    expect(await sendCardEvidence(inquiry, { ...evidence, log: '' })).toBe('sent');
    const lost = await dispute();
    await all.sim.stripe.closeDispute(lost, 'lost');
    expect(await sendCardEvidence(lost, evidence)).toEqual({ refused: 'resource_missing' });
  });
});

describe('the answer to a dispute at PayPal', () => {
  async function dispute(stage: 'INQUIRY' | 'CHARGEBACK'): Promise<string> {
    const { createPayPalOrder, capturePayPalOrder } = await import('@/lib/payments/paypal/orders');
    const { id } = await createPayPalOrder({
      paymentId: crypto.randomUUID(),
      totalCents: 999,
      name: 'Fragua Arcana',
      locale: 'es',
      returnUrl: 'http://localhost:1/paypal-success',
      cancelUrl: 'http://localhost:1/checkout',
    });
    await all.sim.paypal.approve(id);
    await capturePayPalOrder(id);
    return String((await all.sim.paypal.dispute(id, { stage })).dispute_id);
  }

  test('is sent once as a form, and not sent again', async () => {
    const { sendPayPalEvidence } = await import('@/lib/payments/paypal/evidence');
    const { callPayPal } = await import('@/lib/payments/paypal/client');
    const id = await dispute('CHARGEBACK');
    expect(await sendPayPalEvidence(id, evidence)).toBe('sent');
    expect(await sendPayPalEvidence(id, evidence)).toBe('sent');
    expect(await callPayPal({ method: 'GET', path: `/v1/customer/disputes/${id}` })).toMatchObject({
      status: 'UNDER_REVIEW',
      evidences: [{ evidence_type: 'OTHER', notes: evidence.text, source: 'SUBMITTED_BY_SELLER' }],
    });
  });

  test('is not mistaken for a message of the buyer', async () => {
    const { sendPayPalEvidence } = await import('@/lib/payments/paypal/evidence');
    expect(await sendPayPalEvidence(await dispute('INQUIRY'), evidence)).toEqual({ refused: 'OPEN' });
  });
});
