import type { PaymentMark } from './method-facts';
import { payPal } from './paypal/method';
import { card } from './stripe/method';

/** The payment methods with a provider's page, by their names in the database (`metodo`), in the order of the checkout. */
export const pageMethods = { tarjeta: card, paypal: payPal };
export type PageMethod = keyof typeof pageMethods;

// An object literal has exactly the keys that it is written with.
export const pageMethodNames = Object.keys(pageMethods) as PageMethod[];

/** The providers with a page to pay at (`proveedor`). */
export const pageProviders = pageMethodNames.map((method) => pageMethods[method].provider);
export type PageProvider = (typeof pageProviders)[number];

/** The lines that payment methods add to a quote. */
export const surcharges = pageMethodNames.flatMap((method) => pageMethods[method].surcharge ?? []);

/** The brands that pay at the shop's pages, as the checkout and the footer show them. */
export const paymentMarks = pageMethodNames.flatMap((method): readonly PaymentMark[] => pageMethods[method].marks);

/** The payment methods at the checkout. A basket may exclude some. */
export const offeredMethods = [...pageMethodNames, 'uncoins' as const];
export type OfferedMethod = (typeof offeredMethods)[number];

/** All payment methods (`metodo`). */
export const methods = [...offeredMethods, 'gratis' as const];
export type Method = (typeof methods)[number];

/** All providers (`proveedor`). Coins and free claims are settled by the shop itself. */
export const providers = [...pageProviders, 'uncoins' as const, 'gratis' as const];
export type Provider = (typeof providers)[number];

/** Whether payments with this provider are made at its page, not settled by the shop. */
export const isPageProvider = (provider: string): provider is PageProvider =>
  pageProviders.some((known) => known === provider);

/** Whether payments with this method are made at a provider's page. */
export const isPageMethod = (method: string): method is PageMethod => Object.hasOwn(pageMethods, method);
