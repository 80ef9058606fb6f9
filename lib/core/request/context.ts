import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that is being answered. */
type RequestContext = { id: string };

// Next.js loads this file several times: with the start of a server, and with each of its bundles.
const place = Symbol.for('unstore.request');
const known = globalThis as typeof globalThis & { [place]?: AsyncLocalStorage<RequestContext> };
known[place] ??= new AsyncLocalStorage<RequestContext>();

/**
 * The request that code works for, in whatever it awaits and leaves for afterwards. Cached reads work for no request: their
 * answer is everybody's.
 */
export const requestContext = known[place];

/** The id of the request that this code works for, if it works for one. */
export const requestId = (): string | undefined => requestContext.getStore()?.id;
