import { AsyncLocalStorage } from 'node:async_hooks';
import { oncePerProcess } from '../once-per-process.mjs';

/** What is known of the request that is being answered. */
type RequestContext = { id: string };

/**
 * The request that code works for, in whatever it awaits and leaves for afterwards. A read whose answer is kept for
 * everybody works for the request that needed it first.
 */
export const requestContext = oncePerProcess('request', () => new AsyncLocalStorage<RequestContext>());

/** The id of the request that this code works for, if it works for one. */
export const requestId = (): string | undefined => requestContext.getStore()?.id;
