import { checkout } from '@unstore/payment-simulator/testing';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '@/lib/payments/provider';
import { orderInput } from './inputs.ts';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { callPayPal } = await import('@/lib/payments/paypal/client');
const { sendPayPalEvidence } = await import('@/lib/payments/paypal/evidence');
const { capturePayPalOrder, createPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { sendCardEvidence } = await import('@/lib/payments/stripe/evidence');

const evidence: Evidence = {
  text: 'El comprador descargó el archivo: 2 veces & «sin» quejarse.\nSegunda línea.',
  product: 'Fragua Arcana',
  log: '2026-11-20T10:00:00.000Z download of Fragua Arcana',
  deliveredOn: '2026-11-20',
  files: [],
};

function pdf(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('%PDF-1.7\r\n\r\n\xff', 'latin1');
  return file;
}
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);
const gif = Buffer.from('GIF89a');
const zip = Buffer.from('PK\x03\x04');
const fileOf = (id: string, kind: Evidence['files'][number]['kind'], bytes: Buffer, note: string | null = null) => ({
  id,
  kind,
  note,
  type: id.endsWith('.pdf') ? 'application/pdf' : 'image/png',
  read: async () => new Uint8Array(bytes),
});

describe('a response to a dispute at Stripe', () => {
  async function dispute(options: { inquiry?: boolean } = {}): Promise<string> {
    const session = await all.stripe.checkout.sessions.create(checkout());
    await all.sim.stripe.pay(session.id);
    return String((await all.sim.stripe.dispute(session.id, options)).id);
  }

  test('is sent once with all its texts, and not again', async () => {
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

  test('has its files in their fields, each stored once for any number of attempts', async () => {
    const id = await dispute();
    const files = [
      fileOf(`${id}-a.pdf`, 'recibo', pdf(2_000_000), 'La factura'),
      fileOf(`${id}-b.png`, 'entrega', png),
    ];
    // The upload arrived, but the next call did not.
    await all.sim.addFault({
      kind: 'fail',
      method: 'POST',
      path: `/v1/disputes/${id}`,
      times: 2,
      when: 'before',
      mode: 'disconnect',
    });
    await expect(sendCardEvidence(id, { ...evidence, files })).rejects.toThrow();
    expect(await sendCardEvidence(id, { ...evidence, files })).toBe('sent');
    const { evidence: sent } = await all.stripe.disputes.retrieve(id);
    const stored = await all.stripe.files.retrieve(String(sent.receipt));
    expect(stored).toMatchObject({
      filename: `${id}-a.pdf`,
      size: 2_000_000,
      type: 'pdf',
      purpose: 'dispute_evidence',
    });
    expect(sent.service_documentation).toMatch(/^file_/);
    expect(sent.uncategorized_text).toBe(`${evidence.text}\nreceipt: La factura`);
    const again = await all.stripe.files.create(
      { purpose: 'dispute_evidence', file: { data: pdf(2_000_000), name: `${id}-a.pdf`, type: 'application/pdf' } },
      { idempotencyKey: `prueba:${id}-a.pdf` },
    );
    expect(again.id).toBe(stored.id);
  });

  test.each([
    ['of another kind', [fileOf('c.png', 'otro', gif)]],
    ['that are too large', [fileOf('d.pdf', 'otro', pdf(5 * 1024 * 1024 + 1))]],
    [
      'that are too large together',
      [fileOf('e.pdf', 'otro', pdf(3_000_000)), fileOf('f.pdf', 'recibo', pdf(3_000_000))],
    ],
  ])('is refused with files %s, and not sent', async (_what, files) => {
    const id = await dispute();
    const named = files.map((file) => ({ ...file, id: `${id}-${file.id}` }));
    expect(await sendCardEvidence(id, { ...evidence, files: named })).toEqual({ refused: expect.any(String) });
    expect((await all.stripe.disputes.retrieve(id)).status).toBe('needs_response');
  });

  test('is sent to an inquiry, and refused by a closed dispute', async () => {
    const inquiry = await dispute({ inquiry: true });
    expect(await sendCardEvidence(inquiry, { ...evidence, log: '' })).toBe('sent');
    const lost = await dispute();
    await all.sim.stripe.closeDispute(lost, 'lost');
    expect(await sendCardEvidence(lost, evidence)).toEqual({ refused: 'resource_missing' });
  });
});

describe('a response to a dispute at PayPal', () => {
  async function dispute(stage: 'INQUIRY' | 'CHARGEBACK'): Promise<string> {
    const { id } = await createPayPalOrder(orderInput());
    await all.sim.paypal.approve(id);
    await capturePayPalOrder(id);
    return String((await all.sim.paypal.dispute(id, { stage })).dispute_id);
  }

  test('is sent once as a form, and not again', async () => {
    const id = await dispute('CHARGEBACK');
    expect(await sendPayPalEvidence(id, evidence)).toBe('sent');
    expect(await sendPayPalEvidence(id, evidence)).toBe('sent');
    expect(await callPayPal({ method: 'GET', path: `/v1/customer/disputes/${id}` })).toMatchObject({
      status: 'UNDER_REVIEW',
      evidences: [{ evidence_type: 'OTHER', notes: evidence.text, source: 'SUBMITTED_BY_SELLER' }],
    });
  });

  test('has its files as documents of their kinds', async () => {
    const id = await dispute('CHARGEBACK');
    const files = [fileOf('a.pdf', 'condiciones', pdf(6_000_000), 'Las que aceptó'), fileOf('b.png', 'otro', png)];
    expect(await sendPayPalEvidence(id, { ...evidence, files })).toBe('sent');
    expect(await callPayPal({ method: 'GET', path: `/v1/customer/disputes/${id}` })).toMatchObject({
      evidences: [
        { evidence_type: 'OTHER', notes: evidence.text },
        { evidence_type: 'RETURN_POLICY', notes: 'Las que aceptó', documents: [{ name: 'a.pdf' }] },
        { evidence_type: 'OTHER', documents: [{ name: 'b.png' }] },
      ],
    });
  });

  test.each([
    ['of another kind', fileOf('c.png', 'otro', zip), 'INVALID_FILE_TYPE'],
    ['that are too large', fileOf('d.pdf', 'otro', pdf(10_000_000)), 'FILE_SIZE_LIMIT_EXCEEDED'],
  ])('is refused with files %s, and not sent', async (_what, file, refused) => {
    const id = await dispute('CHARGEBACK');
    expect(await sendPayPalEvidence(id, { ...evidence, files: [file] })).toEqual({ refused });
    expect(await sendPayPalEvidence(id, evidence)).toBe('sent');
  });

  test('is refused for an open inquiry', async () => {
    expect(await sendPayPalEvidence(await dispute('INQUIRY'), evidence)).toEqual({ refused: 'OPEN' });
  });
});
