import type { IncomingMessage, ServerResponse } from 'node:http';
import { countChanges, syncTags } from '../tag-log.mjs';
import { encodePage, freshHtml, isWhole, type Pieces, piecesOf, readsGzip } from './answer-body';
import { holdPage } from './hold-page';
import { headersToKeep, type KeptHeaders, secondsOfMade } from './page-request';

/** A page without what is of one person. It is dropped once `countChanges()` differs from `changes`. */
type Page = { headers: KeptHeaders; body: Pieces; made: number; changes: number };

/** Puts what is of one person into a page. */
export type Fill = (html: string) => string;

type Held = {
  key: string;
  /** Address and language. */
  address: string;
  /** What may not stand in a page for others. */
  names: string[];
  /** Whether the page was made from its key alone. */
  isForAll: () => boolean;
  fill: Fill;
};

/** Pages live for seconds: what does not fit meanwhile is not kept. */
const limits = { bytes: 16 * 1024 * 1024, addresses: 1_000 };

/**
 * Pages that Next.js rendered for somebody, for everybody whose page comes out the same
 * (docs/decisions/0037-a-payment-step-is-rendered-once-for-many.md). The key of a page says all that it was made from.
 */
export class ReusedPages {
  readonly #kept = new Map<string, Page>();
  #bytes = 0;
  /** Addresses whose page was last made from nothing but its key, and so without waiting. */
  readonly #quick = new Set<string>();

  /** The page that was kept under a key in the last seconds, if nothing that pages show has changed since. */
  async find(key: string): Promise<Page | undefined> {
    await syncTags();
    const page = this.#kept.get(key);
    if (!page || (page.changes === countChanges() && Date.now() < page.made + secondsOfMade * 1_000)) return page;
    this.#remove(key, page);
    return undefined;
  }

  async send(page: Page, fill: Fill, request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of page.headers) response.setHeader(name, value);
    response.setHeader('age', Math.floor((Date.now() - page.made) / 1_000));
    const html = fill(freshHtml(page.body, response));
    const bytes = await encodePage(html, readsGzip(request), response);
    response.setHeader('content-length', bytes.length);
    response.end(bytes);
  }

  /** Whether the page at an address can be held back until it is whole: it was made without waiting the last time. */
  isQuick = (address: string): boolean => this.#quick.has(address);

  /** Notes, once Next.js has sent the page at an address, whether it was made without waiting. */
  watch(address: string, isQuick: () => boolean, response: ServerResponse): void {
    response.once('finish', () => this.#note(address, isQuick()));
  }

  /** Sends what Next.js will answer when it is whole, and keeps it if it is for all. */
  hold({ key, address, names, isForAll, fill }: Held, request: IncomingMessage, response: ServerResponse): void {
    const changes = countChanges();
    const made = Date.now();
    holdPage(request, response, (html, own) => {
      this.#note(address, isForAll());
      if (isForAll() && isWhole(html) && !names.some((name) => html.includes(name))) {
        this.#keep(
          key,
          { headers: headersToKeep(response), body: piecesOf(html, own, false), made, changes },
          response,
        );
      }
      return fill(html);
    });
  }

  #note(address: string, isQuick: boolean): void {
    if (this.#quick.size >= limits.addresses) this.#quick.clear();
    if (isQuick) this.#quick.add(address);
    else this.#quick.delete(address);
  }

  #keep(key: string, page: Page, response: ServerResponse): void {
    if (response.statusCode !== 200 || response.hasHeader('set-cookie')) return;
    if (this.#kept.has(key) || this.#bytes + page.body.length > limits.bytes) return;
    this.#kept.set(key, page);
    this.#bytes += page.body.length;
    setTimeout(() => this.#remove(key, page), secondsOfMade * 1_000).unref();
  }

  #remove(key: string, page: Page): void {
    if (this.#kept.get(key) !== page) return;
    this.#kept.delete(key);
    this.#bytes -= page.body.length;
  }
}
