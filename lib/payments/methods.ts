import type { PaymentMark } from './method-facts';
import { payPal } from './paypal/method';
import { card } from './stripe/method';

/** The payment methods with a provider's page, by their names in the database (`metodo`), in the order of the checkout. */
export const pageMethods = { tarjeta: card, paypal: payPal };
export type PageMethod = keyof typeof pageMethods;

// An object literal has exactly its written keys.
export const pageMethodNames = Object.keys(pageMethods) as PageMethod[];

/** The providers with a page to pay at (`proveedor`). */
export const pageProviders = pageMethodNames.map((method) => pageMethods[method].provider);
export type PageProvider = (typeof pageProviders)[number];

/** The surcharge lines of all methods. */
export const surcharges = pageMethodNames.flatMap((method) => pageMethods[method].surcharge ?? []);

/** The brands in checkout and footer. */
export const paymentMarks = pageMethodNames.flatMap((method): readonly PaymentMark[] => pageMethods[method].marks);

/** The payment methods of the checkout. A cart may exclude some. */
export const offeredMethods = [...pageMethodNames, 'uncoins' as const];
export type OfferedMethod = (typeof offeredMethods)[number];

/** All payment methods (`metodo`). */
export const methods = [...offeredMethods, 'gratis' as const];
export type Method = (typeof methods)[number];

/** All providers (`proveedor`). The shop itself settles coins and free claims. */
export const providers = [...pageProviders, 'uncoins' as const, 'gratis' as const];
export type Provider = (typeof providers)[number];

/** True if payments of a provider happen on its page. */
export const isPageProvider = (provider: string): provider is PageProvider =>
  pageProviders.some((known) => known === provider);

/** True if payments of a method happen on a provider's page. */
export const isPageMethod = (method: string): method is PageMethod => Object.hasOwn(pageMethods, method);
