import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'next/dist/server/lib/lru-cache.js';
import { visitorLocale } from '../../i18n/visitor-locale';
import { answerAheadOfNext } from '../../request/ahead-of-next';
import { noteRoute } from '../../telemetry/routes';
import { loadScriptsLate } from '../late-scripts.mjs';
import { countChanges, syncTags } from '../tag-log.mjs';
import { type Body, freshBody, isWhole, piecesOf, readsGzip } from './answer-body';
import { bytesOf } from './hold-back';
import { holdPage } from './hold-page';
import { asksForPage, headersToKeep, isReload, type KeptHeaders, secondsOfMade } from './page-request';

/**
 * A page whose answer does not depend on who asks. A `kept` one says by `CDN-Cache-Control` for how long shared caches
 * may keep it; a `made` one is rendered for each request, also for what its address asks for, and names a nonce.
 */
export type SharedPage = { route: string; kind: 'kept' | 'made' };

export type Pages = {
  /** The page at an encoded path; undefined for everything that is not the same for everybody. */
  find: (pathname: string) => SharedPage | undefined;
  /** Whether other pages stand in for these now. */
  isClosed: () => Promise<boolean>;
};

/**
 * An answer as it was sent, and until when it may be sent again. It is dropped once `countChanges()` differs from
 * `changes`. `isRenewed`: Next.js has been asked for the next one.
 */
type Answer = {
  route: string;
  headers: KeptHeaders;
  body: Body;
  made: number;
  until: number;
  changes: number;
  isRenewed?: boolean;
};

/** `isAnew`: the request asks for a fresh copy, as on a reload. */
type Asked = SharedPage & { key: string; isAnew: boolean };

const limits = { bytes: 64 * 1024 * 1024, answer: 1024 * 1024, encodings: 60 };
/** How long an old answer may be sent while Next.js makes the new one for the visitor who found it old. */
const graceMs = 4_000;

/** For how many seconds an answer may be sent again: what it tells shared caches (RFC 9213), if it is a kept page. */
function secondsOf(kind: SharedPage['kind'], response: ServerResponse): number {
  if (response.statusCode !== 200 || response.hasHeader('set-cookie')) return 0;
  if (kind === 'made') return secondsOfMade;
  // Next.js has not just made it, and makes no newer one.
  if (response.getHeader('x-nextjs-cache') !== 'HIT') return 0;
  return Number(/^max-age=(\d+)/.exec(String(response.getHeader('cdn-cache-control')))?.[1] ?? 0);
}

/** Notes what is sent, as it goes out: compressed, if it is. */
function listen(response: ServerResponse, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  const note = (part: unknown, encoding: unknown) => {
    const bytes = bytesOf(part, encoding);
    size += bytes.length;
    if (size <= limits.answer) parts.push(bytes);
  };
  const { write, end } = response;
  response.write = ((part: unknown, ...rest: unknown[]) => {
    note(part, rest[0]);
    return write.apply(response, [part, ...rest] as never);
  }) as typeof write;
  response.end = ((part: unknown, ...rest: unknown[]) => {
    note(part, rest[0]);
    const result = end.apply(response, [part, ...rest] as never);
    const isWhole = size === Number(response.getHeader('content-length') ?? size);
    if (isWhole && size <= limits.answer) done(Buffer.concat(parts));
    return result;
  }) as typeof end;
}

async function send(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  noteRoute(response, answer.route);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('age', Math.floor((Date.now() - answer.made) / 1000));
  const etag = response.getHeader('etag');
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    for (const name of ['content-encoding', 'content-type']) response.removeHeader(name);
    response.end();
    return;
  }
  const body = await freshBody(answer.body, response);
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** Answers that were given before; what nobody has asked for the longest time goes first. */
class Answers {
  readonly #pages: Pages;
  readonly #kept = new LRUCache<Answer>(limits.bytes, ({ body }) => body.length);

  constructor(pages: Pages) {
    this.#pages = pages;
  }

  /** @param pass lets Next.js answer */
  async answer(request: IncomingMessage, response: ServerResponse, pass: () => void): Promise<void> {
    const asked = this.#askedFor(request);
    if (!asked) return pass();
    const found = this.#kept.get(asked.key);
    if (found) {
      await syncTags();
      // Where that cannot be known, Next.js finds out.
      const isClosed = await this.#pages.isClosed().catch(() => true);
      if (found.changes !== countChanges() || found.until + graceMs < Date.now()) this.#kept.remove(asked.key);
      else if (!asked.isAnew && !isClosed && (found.until > Date.now() || found.isRenewed)) {
        return send(found, request, response);
      }
      found.isRenewed = true;
    }
    const keep = this.#keeper(asked, response);
    if (asked.kind === 'made') this.#sendWhole(request, response, keep);
    else listen(response, keep);
    return pass();
  }

  /** A page that is rendered for one request is sent when it is whole, with its scripts after its pictures. */
  #sendWhole(request: IncomingMessage, response: ServerResponse, keep: (body: Body) => void): void {
    const isCompressed = readsGzip(request);
    holdPage(request, response, (rendered, own) => {
      const { html } = loadScriptsLate(rendered, [], own);
      if (isWhole(html)) keep(piecesOf(html, own, isCompressed));
      return html;
    });
  }

  /** What keeps the answer to a request that begins now, if it may be sent again and nothing has changed since. */
  #keeper({ kind, key, route }: Asked, response: ServerResponse): (body: Body) => void {
    const changes = countChanges();
    const made = Date.now();
    return (body) => {
      const until = made + secondsOf(kind, response) * 1000;
      if (until <= Date.now() || body.length === 0 || body.length > limits.answer) return;
      this.#kept.set(key, { route, headers: headersToKeep(response), body, made, until, changes });
    };
  }

  /** What decides of the answer to a visitor; undefined for everything that is Next's alone. */
  #askedFor(request: IncomingMessage): Asked | undefined {
    if (!asksForPage(request)) return undefined;
    const { url = '', headers } = request;
    const encodings = String(headers['accept-encoding'] ?? '');
    const [pathname = '', query] = url.split('?', 2);
    const page = encodings.length <= limits.encodings ? this.#pages.find(pathname) : undefined;
    if (!page || (page.kind === 'kept' && query !== undefined)) return undefined;
    return {
      ...page,
      isAnew: isReload(request),
      key: `${visitorLocale(headers.cookie, headers['accept-language'])} ${encodings} ${url}`,
    };
  }
}

/**
 * Lets the servers of this process answer what they have just answered from memory, for a few seconds: the first of the
 * shared caches that a page may pass (docs/decisions/0031-answers-from-memory.md). Nothing is sent again after anything
 * that pages show has changed.
 */
export function answerFromMemory(pages: Pages): void {
  const answers = new Answers(pages);
  answerAheadOfNext('pages', (...asked) => answers.answer(...asked));
}
