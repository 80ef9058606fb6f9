import { AsyncLocalStorage } from 'node:async_hooks';
import type { FormState } from '@/lib/core/action/state';
import { oncePerProcess } from '../once-per-process.mjs';

/** The context of the current request. */
type RequestContext = { id: string; formAnswer?: { action: string; state: FormState } };

/**
 * The current request, across everything that it awaits or defers. A shared cached read belongs to the request that
 * started it.
 */
export const requestContext = oncePerProcess('request', () => new AsyncLocalStorage<RequestContext>());

/** The id of the current request, if any. */
export const requestId = (): string | undefined => requestContext.getStore()?.id;
