import type { Locale } from '@/lib/core/i18n/locales';

export type Buyer = { id: string; email: string | undefined; locale: Locale };

/**
 * The provider's page of a payment, or why there is none: paid in another tab, closed, or the payment is on its way.
 */
export type ProviderPage = { id: string; url: string } | 'paid' | 'closed' | 'pending';
