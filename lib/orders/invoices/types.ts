import type { Locale } from '@/lib/core/i18n/locales';
import type { PageMethod } from '@/lib/payments/methods';

type InvoiceLine = { concept: string; cents: number; percent: number | null; name: string | null };

/** An invoice as issued. Amounts in cents; those of a credit note are negative. */
export type Invoice = {
  number: string;
  issuedAt: string;
  locale: Locale;
  /** Number of the invoice that this credit note corrects. */
  rectifies: string | null;
  /** Number of the credit note that it cancels, because the refund failed. */
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
  /** The buyer's consent: version of the wording, and time. */
  consent: { version: string; at: string } | null;
};
