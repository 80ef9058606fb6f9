import 'server-only';
import { isPageProvider, type PageProvider, type Provider } from './methods';
import { payPalPayouts } from './paypal/payouts';
import { payPalProvider } from './paypal/provider';
import type { PaymentProvider, PayoutService } from './provider';
import { stripeProvider } from './stripe/provider';

/** The providers with a payment page. `methods.ts` contains their names and the facts for browsers. */
export const pageProvider: Record<PageProvider, PaymentProvider> = {
  stripe: stripeProvider,
  paypal: payPalProvider,
};

/** The provider that pays creators. */
export const payouts: PayoutService = payPalPayouts;

/** The provider of a payment; null for coins and free claims. */
export const providerOf = (provider: Provider): PaymentProvider | null =>
  isPageProvider(provider) ? pageProvider[provider] : null;
