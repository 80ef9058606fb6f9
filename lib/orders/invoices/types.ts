import type { Locale } from '@/lib/core/i18n/locales';
import type { PageMethod } from '@/lib/payments/methods';

export type InvoiceLine = { concept: string; cents: number; percent: number | null };

/** An invoice as it was frozen when it was issued. Amounts in cents; a rectifying one has them below zero. */
export type Invoice = {
  number: string;
  issuedAt: string;
  locale: Locale;
  /** Number of the invoice that this one takes back. */
  rectifies: string | null;
  /** Number of the credit note that it undoes: the money did not go back after all. */
  undoes: string | null;
  seller: { name: string; taxId: string; address: string };
  buyer: { name: string; email: string | null };
  concept: string;
  edition: string | null;
  lines: InvoiceLine[];
  method: PageMethod;
  vatPercent: number;
  baseCents: number;
  vatCents: number;
  totalCents: number;
};
