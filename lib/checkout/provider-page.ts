import type { Locale } from '@/lib/core/i18n/locales';

export type Buyer = { id: string; email: string | undefined; locale: Locale };

/**
 * The provider's page of a payment, or what has become of it: paid in another tab, closed, or finished with its
 * money on the way.
 */
export type ProviderPage = { id: string; url: string } | 'paid' | 'closed' | 'pending';
