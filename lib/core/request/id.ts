import { isNoted } from '../security/peer-header';

/** Carries the id of a request: from the edge to the shop, to the calls that it makes, and back to whoever asked. */
export const requestIdHeader = 'x-request-id';

// As long as the database's log has room for beside its own word (docs/operations.md, "Request ids").
const wellFormed = /^[\w-]{8,48}$/;

/** Whether a text can be an id: what a stranger writes there ends up in logs. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && wellFormed.test(text);

export const newRequestId = (): string => crypto.randomUUID();

/** The id that our own server has given a request, or null: one that a visitor has written there does not count. */
export const givenRequestId = (headers: Headers): string | null =>
  isNoted(headers) ? headers.get(requestIdHeader) : null;
