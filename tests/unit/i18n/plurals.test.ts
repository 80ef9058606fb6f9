import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

it.each([
  ['es', es, '1 uso de 10', '2 usos de ∞'],
  ['en', en, '1 use of 10', '2 uses of ∞'],
] as const)('one use of a coupon is singular: %s', (locale, messages, one, several) => {
  const t = createTranslator({ locale, messages: messages as typeof es, namespace: 'promotions.coupons' });
  expect(t('uses', { uses: 1, most: 10 })).toBe(one);
  expect(t('uses', { uses: 2, most: '∞' })).toBe(several);
});
