import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'next/dist/server/lib/lru-cache.js';
import { countChanges, syncTags } from '../shared/tag-log.mjs';
import { encodePage, freshHtml, isWhole, nonceOf, piecesOf, readsGzip } from './answer-body';
import { holdBack } from './hold-back';
import { headersToKeep, type KeptHeaders, secondsOfMade } from './page-request';

/** A page without what is of one person. It is dropped once `countChanges()` differs from `changes`. */
type Page = { headers: KeptHeaders; body: ReturnType<typeof piecesOf>; made: number; changes: number };

const limitBytes = 32 * 1024 * 1024;

const withAddition = (html: string, addition: string): string => {
  const end = html.lastIndexOf('</body>');
  return end === -1 ? html + addition : html.slice(0, end) + addition + html.slice(end);
};

const isCompressedFor = ({ headers }: IncomingMessage): boolean => readsGzip(String(headers['accept-encoding'] ?? ''));

/**
 * Pages that Next.js rendered for somebody, for everybody whose page comes out the same
 * (docs/decisions/0037-a-payment-step-is-rendered-once-for-many.md). The key of a page says all that it was made from.
 */
export class ReusedPages {
  readonly #kept = new LRUCache<Page>(limitBytes, ({ body }) => body.length);

  /** The page that was kept under a key in the last seconds, if nothing that pages show has changed since. */
  async find(key: string): Promise<Page | undefined> {
    await syncTags();
    const page = this.#kept.get(key);
    if (!page || (page.changes === countChanges() && Date.now() < page.made + secondsOfMade * 1_000)) return page;
    this.#kept.remove(key);
    return undefined;
  }

  /** @param addition HTML of the person who asks, for the end of the page */
  async send(page: Page, addition: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of page.headers) response.setHeader(name, value);
    response.setHeader('age', Math.floor((Date.now() - page.made) / 1_000));
    const html = withAddition(freshHtml(page.body, response), addition);
    const bytes = await encodePage(html, isCompressedFor(request), response);
    response.setHeader('content-length', bytes.length);
    response.end(bytes);
  }

  /**
   * Sends what Next.js will answer when it is whole, and keeps it.
   *
   * @param addition HTML of the person who asks, for the end of the page
   * @param isForAll whether others may get this HTML, which is without the addition
   */
  hold(
    key: string,
    addition: string,
    isForAll: (html: string) => boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const changes = countChanges();
    const made = Date.now();
    const isCompressed = isCompressedFor(request);
    // What is compressed cannot be kept.
    delete request.headers['accept-encoding'];
    holdBack(response, async (bytes) => {
      const own = nonceOf(response);
      if (own === undefined) return bytes;
      const html = bytes.toString();
      if (response.statusCode === 200 && !response.hasHeader('set-cookie') && isWhole(html) && isForAll(html)) {
        const page = { headers: headersToKeep(response), body: piecesOf(html, own, false), made, changes };
        this.#kept.set(key, page);
      }
      const encoded = await encodePage(withAddition(html, addition), isCompressed, response);
      response.setHeader('content-length', encoded.length);
      return encoded;
    });
  }
}
