import type { Formats } from 'next-intl';

/** Named formats for dates and numbers. */
export const formats = {
  dateTime: {
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    precise: {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
    moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  },
  number: { euro: { style: 'currency', currency: 'EUR' }, tenths: { maximumFractionDigits: 1 } },
} satisfies Formats;
