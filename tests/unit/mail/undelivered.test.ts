import { createTranslator } from 'next-intl';
import { render, toPlainText } from 'react-email';
import { expect, test, vi } from 'vitest';
import type { Locale } from '@/lib/core/i18n/locales';
import { frameMail } from '@/lib/mail/layout';
import { templates } from '@/lib/mail/templates';
import type { MailContext, MailTexts } from '@/lib/mail/types';
import en from '@/messages/en.json' with { type: 'json' };
import es from '@/messages/es.json' with { type: 'json' };

const messages = { es, en };

// Outside of Next there is no request whose messages it could read.
vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: Locale; namespace: 'undelivered' }) =>
    createTranslator({
      locale,
      namespace,
      messages: messages[locale],
      onError: (error) => {
        throw error;
      },
    }),
}));

async function compose(locale: Locale, motivo: string, recipient = 'u1', centimos?: number, metodo = 'paypal') {
  const facts = {
    nombre: 'Fragua',
    nombre_en: 'Forge',
    presupuesto: { edicion: null },
    total_centimos: '1234',
    metodo,
    user_id: 'u1',
    destinatario_id: recipient,
  };
  const mail = await templates.no_entregado?.({
    client: { rpc: async () => ({ data: facts, error: null }) } as unknown as MailContext['client'],
    data: { pago_id: 'p1', motivo, ...(centimos === undefined ? {} : { centimos }) },
    locale,
    siteUrl: 'https://shop.test',
    recipient: 'Ana',
    t: createTranslator({ locale, namespace: 'mail', messages: messages[locale] }) as MailTexts,
  });
  if (!mail) throw new Error('no template');
  return { subject: mail.subject, text: toPlainText(await render(frameMail(mail, locale))).replaceAll('\u00a0', ' ') };
}

test.each([
  ['es', 'sin_stock', 'Te devolvemos el dinero: Fragua', 'No quedaban unidades; te estamos devolviendo 12,34 €.'],
  ['en', 'sin_stock', 'We are returning your money: Forge', 'No units were left; we are returning €12.34 to you.'],
  ['es', 'algo_nuevo', 'Te devolvemos el dinero: Fragua', 'No se ha podido entregar; te estamos devolviendo 12,34 €.'],
] as const)(
  'the mail of a failed delivery contains the reason, the amount and a link (%s, %s)',
  async (locale, motivo, subject, sentence) => {
    const mail = await compose(locale, motivo);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
    expect(mail.text).toContain('https://shop.test/profile/payment/p1');
  },
);

test('names the refunded amount, which may be below the price, and none without a refund', async () => {
  const part = await compose('es', 'sin_stock', 'u1', 734);
  expect(part.text).toContain('te estamos devolviendo 7,34 €.');
  expect(part.text).not.toContain('12,34');
  for (const [locale, subject, sentence] of [
    ['es', 'No hemos podido entregar: Fragua', 'No quedaban unidades. No queda nada por devolverte.'],
    ['en', 'We could not deliver: Forge', 'No units were left. There is nothing left to return to you.'],
  ] as const) {
    const none = await compose(locale, 'sin_stock', 'u1', 0);
    expect(none.subject).toBe(subject);
    expect(none.text).toContain(sentence);
    expect(none.text).not.toMatch(/€|banco|bank/);
  }
});

test('of a purchase in UnCoins, names the returned coins, and no bank', async () => {
  const mail = await compose('es', 'sin_stock', 'u1', 500, 'uncoins');
  expect(mail.subject).toBe('No hemos podido entregar: Fragua');
  expect(mail.text).toContain('te estamos devolviendo 500 UnCoins.');
  expect(mail.text).not.toMatch(/€|banco/);
});

test('every reason has a message in both languages', async () => {
  const reasons = [
    'sin_stock',
    'reservado',
    'cupon_no_valido',
    'ya_lo_tienes',
    'tienes_superior',
    'rechazado',
    'pendiente',
    'no_disponible',
    'cuenta_baneada',
    'cuenta_deshabilitada',
    'cuenta_borrada',
    'ya_lo_tiene',
    'sin_destinatario',
  ];
  for (const locale of ['es', 'en'] as const) {
    const other = (await compose(locale, 'algo_nuevo')).text;
    const texts = await Promise.all(reasons.map(async (reason) => (await compose(locale, reason)).text));
    expect(new Set([...texts, other]).size).toBe(reasons.length + 1);
  }
});

test('for a gift, another person owns it already, not its giver', async () => {
  expect((await compose('es', 'ya_lo_tienes', 'u2')).text).toContain('Esa persona ya lo tenía');
  expect((await compose('es', 'ya_lo_tienes')).text).toContain('Ya lo tenías');
});
