import 'server-only';
import { isPageProvider, type PageProvider, type Provider } from './methods';
import { payPalPayouts } from './paypal/payouts';
import { payPalProvider } from './paypal/provider';
import type { PaymentProvider, PayoutService } from './provider';
import { stripeProvider } from './stripe/provider';

/** Everybody who takes money for the shop. `methods.ts` has their names and what a browser may know of them. */
export const pageProvider: Record<PageProvider, PaymentProvider> = {
  stripe: stripeProvider,
  paypal: payPalProvider,
};

/** Who sends the creators their money. */
export const payouts: PayoutService = payPalPayouts;

/** Whom to ask about a payment; null for what the shop settles by itself, in coins or for nothing. */
export const providerOf = (provider: Provider): PaymentProvider | null =>
  isPageProvider(provider) ? pageProvider[provider] : null;
