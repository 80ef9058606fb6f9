// @vitest-environment jsdom
import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import { DisputeReason } from '@/components/admin/dispute-reason';
import { payoutReason } from '@/components/creators/payout-reason';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();
const spanish = createTranslator({ locale: 'es', messages: es, namespace: 'payoutReasons' });
const english = createTranslator({ locale: 'en', messages: en, namespace: 'payoutReasons' });

it.each([
  [
    'RECEIVER_DID_NOT_CLAIM',
    'Nadie ha recogido el dinero en PayPal en 30 días.',
    'Nobody claimed the money at PayPal within 30 days.',
  ],
  ['RISK_DECLINE', 'PayPal lo ha rechazado por seguridad.', 'PayPal declined it for safety.'],
  ['SOMETHING_NEW', 'PayPal no ha podido pagarlo (SOMETHING_NEW).', 'PayPal could not pay it (SOMETHING_NEW).'],
  ['Faltan datos', 'Faltan datos', 'Faltan datos'],
  ['NO', 'NO', 'NO'],
])('the reason %s of a failed withdrawal is explained', (reason, inSpanish, inEnglish) => {
  expect(payoutReason(spanish as never, reason)).toBe(inSpanish);
  expect(payoutReason(english as never, reason)).toBe(inEnglish);
});

it.each([
  ['fraudulent', 'No reconoce el cobro: fraude'],
  ['bank_cannot_process', 'Otro motivo del proveedor (bank_cannot_process)'],
  [null, '—'],
])('the reason %s of a dispute is explained', async (reason, text) => {
  await show(<DisputeReason reason={reason} />);
  expect(document.body.textContent).toBe(text);
});
