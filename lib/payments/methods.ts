import { payPal } from './paypal/method';
import { card } from './stripe/method';

/** Every way to pay at a provider's page, under its name in the database (`metodo`), in the order of the checkout. */
export const pageMethods = { tarjeta: card, paypal: payPal };
export type PageMethod = keyof typeof pageMethods;

// An object literal has exactly the keys that it is written with.
export const pageMethodNames = Object.keys(pageMethods) as PageMethod[];

/** Who has a page to pay at, as the database calls them (`proveedor`). */
export const pageProviders = pageMethodNames.map((method) => pageMethods[method].provider);
export type PageProvider = (typeof pageProviders)[number];

/** The lines of a quote that ways to pay add. */
export const surcharges = pageMethodNames.flatMap((method) => pageMethods[method].surcharge ?? []);

/** What the checkout offers, as far as the basket allows it. */
export const offeredMethods = [...pageMethodNames, 'uncoins' as const];
export type OfferedMethod = (typeof offeredMethods)[number];

/** How a payment was made (`metodo`). */
export const methods = [...offeredMethods, 'gratis' as const];
export type Method = (typeof methods)[number];

/** Who took its money (`proveedor`): coins and free claims are settled by the shop itself. */
export const providers = [...pageProviders, 'uncoins' as const, 'gratis' as const];
export type Provider = (typeof providers)[number];

/** Whether a payment is made at a provider's page, and not settled in the shop at once. */
export const isPageProvider = (provider: string): provider is PageProvider =>
  pageProviders.some((known) => known === provider);

/** Whether a way to pay is one at a provider's page. */
export const isPageMethod = (method: string): method is PageMethod => Object.hasOwn(pageMethods, method);
