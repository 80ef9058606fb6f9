import { finishPage } from './pages/finish-page.mjs';
import { PageFiles } from './pages/page-files.mjs';
import { sharePages } from './pages/shared-pages.mjs';
import { UnknownPages } from './pages/unknown-pages.mjs';
import { isPartial } from './partial-pages.mjs';
import { unusedParameter } from './unused-parameter.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */

const unknownPages = new UnknownPages();

/** @param {Parameters<CacheHandler['set']>[1]} value */
const isNotFound = (value) => value?.kind === 'APP_PAGE' && value.status === 404;

const routeOf = (/** @type {string} */ key) => key.slice(0, key.indexOf('/$/'));

/** The language and the path at the end of the key of a page; none for the shell of a route, which has no path yet. */
const address = /\/\$\/([^/[\]]+)(\/[^[\]]*)?$/;

/**
 * Where Next.js keeps the pages that are the same for everybody: a store of a bounded size, with the headers that each
 * page is sent with. For addresses that name nothing each route has one answer, which the build has rendered; the answer
 * of a page that finds nothing all the same is not stored, nor is a page of which a section could not be loaded.
 */
export default class PageCache extends sharePages(PageFiles) {
  /**
   * Whether there can be a page at a path, without its language.
   *
   * @param {string} _path
   */
  async isThere(_path) {
    return true;
  }

  /** @param {Parameters<CacheHandler['get']>} args */
  async get(...args) {
    const entry = unknownPages.get(args[0]) ?? (await super.get(...args)) ?? (await this.#getUnknown(...args));
    await finishPage(args[0], entry?.value ?? null);
    return entry;
  }

  /** @param {Parameters<CacheHandler['set']>} args */
  async set(...args) {
    const [key, value, context] = args;
    await finishPage(key, value);
    if (value?.kind === 'APP_PAGE' && isPartial(value.html)) return;
    // A page of the build is replaced by its 404, or it would be read again.
    if (isNotFound(value) && !this.isBuilt(key)) {
      await this.forget(key);
      return unknownPages.set(key, value, context.cacheControl);
    }
    unknownPages.delete(key);
    return super.set(...args);
  }

  /** @param {Parameters<CacheHandler['get']>} args */
  async #getUnknown(key, context) {
    if (context.kind !== 'APP_PAGE' || context.isFallback || this.isBuilt(key)) return null;
    const built = await this.#findUnknown(key);
    if (!built) return null;
    await this.forget(key);
    const entry = await super.get(built, context);
    // Without a lifetime of its own, which Next.js would remember for each address.
    return entry && { value: entry.value, lastModified: Date.now() };
  }

  /**
   * The 404 of the build that answers for a page, if nothing can be there.
   *
   * @param {string} key
   */
  async #findUnknown(key) {
    const [, locale = '', path = ''] = address.exec(key) ?? [];
    if (!locale) return undefined;
    // What the gates leave as it is reaches the pages without a language: `/api/x` has the language `api`.
    if (!this.builtKey(`/${locale}/404`)) return this.builtKey('/_not-found');
    if (await this.isThere(path)) return undefined;
    const unknown = this.builtKey(`/${locale}${path.slice(0, path.lastIndexOf('/'))}/${unusedParameter}`);
    return unknown && routeOf(unknown) === routeOf(key) ? unknown : this.builtKey(`/${locale}/404`);
  }
}
