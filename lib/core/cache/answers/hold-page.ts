import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodePage, nonceOf, readsGzip } from './answer-body';
import { holdBack } from './hold-back';

/**
 * Holds a page of Next.js back until it is whole, and compresses it afterwards: what is compressed cannot be changed.
 *
 * @param change gets the HTML with its nonce, and returns what is sent; an answer without a nonce is sent as it was
 */
export function holdPage(
  request: IncomingMessage,
  response: ServerResponse,
  change: (html: string, nonce: string) => string,
): void {
  const isCompressed = readsGzip(request);
  delete request.headers['accept-encoding'];
  holdBack(response, async (bytes) => {
    const own = nonceOf(response);
    if (own === undefined) return bytes;
    const encoded = await encodePage(change(bytes.toString(), own), isCompressed, response);
    response.setHeader('content-length', encoded.length);
    return encoded;
  });
}
