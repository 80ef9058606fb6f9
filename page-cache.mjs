import PageCache from './lib/core/cache/page-cache.mjs';

const waitMilliseconds = 3_000;

/** Addresses that name a row of the database, and the question whether there is one. */
const questions = [
  { at: /^\/p\/([^/]+)$/, ask: 'productos?select=id&status=eq.approved&oculto=eq.false&slug=eq.' },
  { at: /^\/(?:plugins|series|dlcs|events)\/desde\/([^/]+)$/, ask: 'productos?select=id&slug=eq.' },
  { at: /^\/account\/([^/]+)$/, ask: 'usuarios_meta?select=id&display_name=eq.' },
];

/** A parameter as its page reads it (`fromSegment` in `lib/core/http/segments.ts`). */
function readName(/** @type {string} */ text) {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

/**
 * The pages of the shop (`next.config.mjs` names this file). Before a page is rendered for the first time, the database
 * is asked whether there is what it would show: that costs a small part of rendering a 404, and anybody can invent
 * addresses.
 */
export default class ShopPages extends PageCache {
  /**
   * Whether there can be a page at a path, without its language. Where the database does not say, the page itself will.
   *
   * @param {string} path
   */
  async isThere(path) {
    const question = questions.find(({ at }) => at.test(path));
    const [, name = ''] = question?.at.exec(path) ?? [];
    const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env;
    if (!question || !SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY) return true;
    try {
      const answer = await fetch(
        `${SUPABASE_URL}/rest/v1/${question.ask}${encodeURIComponent(readName(name))}&limit=1`,
        {
          headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
          signal: AbortSignal.timeout(waitMilliseconds),
          cache: 'no-store',
        },
      );
      return !answer.ok || (await answer.json()).length > 0;
    } catch {
      return true;
    }
  }
}
