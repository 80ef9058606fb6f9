import { isNoted } from '../security/peer-header';

/** Header of the request id: from the proxy to the shop, to its calls, and back in the response. */
export const requestIdHeader = 'x-request-id';

// The length that the database's log has room for (docs/operations.md, "Request ids").
const wellFormed = /^[\w-]{8,48}$/;

/** True if a text is a valid id. Ids of strangers end up in logs. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && wellFormed.test(text);

/** A new id, of a request without a valid one. */
export const newRequestId = (): string => crypto.randomUUID();

/** The id that this server gave to a request; null if a visitor wrote the header. */
export const givenRequestId = (headers: Headers): string | null =>
  isNoted(headers) ? headers.get(requestIdHeader) : null;
