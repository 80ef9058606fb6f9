import type { Formats } from 'next-intl';

/** Named formats for dates and numbers. */
export const formats = {
  dateTime: {
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    precise: { dateStyle: 'medium', timeStyle: 'medium' },
    moment: { dateStyle: 'medium', timeStyle: 'short' },
  },
  number: { euro: { style: 'currency', currency: 'EUR' }, tenths: { maximumFractionDigits: 1 } },
} satisfies Formats;
