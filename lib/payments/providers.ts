import 'server-only';
import { isPageProvider, type PageProvider, type Provider } from './methods';
import { payPalPayouts } from './paypal/payouts';
import { payPalProvider } from './paypal/provider';
import type { PaymentProvider, PayoutService } from './provider';
import { stripeProvider } from './stripe/provider';

/** The providers with a page to pay at. Their names, and what browsers need, are in `methods.ts`. */
export const pageProvider: Record<PageProvider, PaymentProvider> = {
  stripe: stripeProvider,
  paypal: payPalProvider,
};

/** The provider that sends money to creators. */
export const payouts: PayoutService = payPalPayouts;

/** The provider of a payment; null for payments in coins and free claims, which have none. */
export const providerOf = (provider: Provider): PaymentProvider | null =>
  isPageProvider(provider) ? pageProvider[provider] : null;
