import { createFormatter } from 'next-intl';
import { expect, it } from 'vitest';
import { formats } from '@/lib/core/i18n/formats';
import en from '@/messages/en.json';

it('English texts use English quotes, amounts and percentages', () => {
  const words = JSON.stringify(en);
  expect(words.match(/«|»|\d €|\} %|# %/g) ?? []).toEqual([]);
});

it('an exact time contains its year', () => {
  const format = createFormatter({ locale: 'en', timeZone: 'Europe/Madrid', formats });
  expect(format.dateTime(new Date('2025-12-31T10:00:00Z'), 'precise')).toContain('2025');
});
