import { createFormatter, createTranslator } from 'next-intl';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DisputeDetail } from '@/lib/admin/disputes';
import { formats } from '@/lib/core/i18n/formats';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const reader = vi.hoisted(() => ({ locale: 'es' as 'es' | 'en' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: never) =>
    createTranslator({ locale: reader.locale, messages: { es, en }[reader.locale], namespace }),
  getFormatter: async () => createFormatter({ locale: reader.locale, timeZone: 'Europe/Madrid', formats }),
}));

const { proposeAnswer } = await import('@/components/admin/evidence-text');

const facts = {
  orderedAt: '2026-07-01T22:10:00Z',
  paidAt: null,
  deliveredAt: null,
  minecraftName: 'Ana',
  buyerSince: '2026-01-01T00:00:00Z',
  recipient: null,
  consent: { version: 'entrega-2026-11', at: '2026-07-01T22:09:30.123456+00:00' },
  orders: [],
  mails: [],
  review: null,
  otherPurchases: 0,
  inGame: [],
} satisfies DisputeDetail['facts'];

const propose = (changed: Partial<DisputeDetail['facts']> = {}) =>
  proposeAnswer({ facts: { ...facts, ...changed }, name: 'Fragua', buyer: 'Ana' } as DisputeDetail, '9,99 €');

const order = {
  ...{ id: '1', product: 'Fragua', edition: null, at: '2026-07-01T22:12:00Z' },
  ...{ downloads: 0, moments: [], isDownload: true },
};

/** The sentence of the delivery, without its date. */
const delivery = async (changed: Partial<DisputeDetail['facts']>) => {
  const text = await propose({ deliveredAt: '2026-07-01T22:12:00Z', consent: null, ...changed });
  return text.split('\n')[1]?.replace('2 jul 2026, 0:12', 'HOY');
};

beforeEach(() => {
  reader.locale = 'es';
});

test('the consent is a sentence with the time in Spain', async () => {
  const [bought, consent, ...others] = (await propose()).split('\n');
  expect(bought).toContain('2 jul 2026, 0:10');
  expect(consent).toBe(
    'Antes de pagar, el 2 jul 2026, 0:09, pidió que la entrega empezara al momento y aceptó perder con ella el derecho de desistimiento (texto «entrega-2026-11»).',
  );
  expect(others).toEqual([]);
});

test('the consent is translated to English, and missing without one', async () => {
  reader.locale = 'en';
  const english = await propose();
  expect(english).toContain('Before paying, on Jul 2, 2026');
  expect(english).not.toMatch(/consentimiento|T22:09|\+00:00/);
  expect((await propose({ consent: null })).split('\n')).toHaveLength(1);
});

test('the delivery names the buyer’s account only if the buyer received it, and the player if there is one', async () => {
  expect(await delivery({})).toBe('Es contenido digital. Se entregó en su cuenta el HOY, para el jugador Ana.');
  expect(await delivery({ minecraftName: null })).toBe('Es contenido digital. Se entregó el HOY.');
  expect(await delivery({ recipient: 'Leo' })).toBe('Es contenido digital. Se entregó el HOY.');
});

test('an order is called available for download only if it was', async () => {
  const [, available] = (await propose({ consent: null, orders: [order] })).split('\n');
  expect(available).toBe('«Fragua» se pudo descargar desde el 2 jul 2026, 0:12.');
  expect((await propose({ consent: null, orders: [{ ...order, isDownload: false }] })).split('\n')).toHaveLength(1);
});
