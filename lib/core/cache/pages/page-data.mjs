import {
  NEXT_ROUTER_PREFETCH_HEADER,
  NEXT_ROUTER_SEGMENT_PREFETCH_HEADER,
  NEXT_RSC_UNION_QUERY,
  RSC_HEADER,
} from 'next/dist/client/components/app-router-headers.js';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';
import { findStartScript, loadScriptsLate } from '../late-scripts.mjs';
import { PageParts } from './page-parts.mjs';

const inlineData = /<script>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\(.*?\)<\/script>/gs;
/** The file that starts the scripts of a page: its name changes with every build that changes a script. */
const starter = /\/_next\/static\/chunks\/turbopack-([\w.-]+)\.js/;

/** The name of the whole page among the parts that Next.js stores beside it, and answers a page in the browser with. */
const whole = '/_full';

/** The ends of the keys of pages that are also shown at the addresses of others (`lib/gates/kept-page.ts`). */
const standIns = ['/maintenance', '/outage'];

/**
 * How a page asks for its data: the query of its address, and headers.
 *
 * @param {string} part
 * @returns {Promise<[query: string, headers: Record<string, string>]>}
 */
async function questionFor(part) {
  const hash = await computeCacheBustingSearchParam('1', part, undefined, undefined);
  const headers = {
    [RSC_HEADER]: '1',
    [NEXT_ROUTER_PREFETCH_HEADER]: '1',
    [NEXT_ROUTER_SEGMENT_PREFETCH_HEADER]: part,
  };
  return [`${NEXT_RSC_UNION_QUERY}=${hash}`, headers];
}

/**
 * A short name for data that no other data have.
 *
 * @param {Buffer} data
 */
async function versionOf(data) {
  const digest = await crypto.subtle.digest('SHA-256', data);
  return Buffer.from(digest).toString('hex', 0, 6);
}

/**
 * Takes out of a prerendered page what repeats its content as data for the scripts, and lets the page ask for it: Next.js
 * stores it beside the page in any case. Half of the HTML, then, and a visitor reads it sooner. The scripts are loaded by
 * the same inline script, once there is something to see (docs/decisions/0030-data-beside-the-page.md).
 *
 * The data are stored under a name with the build in it: those of another build would call for scripts that this page
 * does not have. The page asks for the very data that it was made with, which are remembered for a while, and then for
 * those of the page as it is now.
 *
 * @param {string} key of the page in the cache, which ends in its path
 * @param {{ html: string, segmentData?: Map<string, Buffer> | undefined }} page is changed
 * @returns {Promise<string | null>} the inline script that the page has instead; null for a page that stays as it is,
 *   because it has no such data, no scripts, no data beside it, or is shown at addresses that have other data
 */
export async function detachData(key, page) {
  if (standIns.some((path) => key.endsWith(path))) return null;
  const build = starter.exec(page.html)?.[1];
  const part = `${whole}-${build}`;
  const data = page.segmentData?.get(part) ?? page.segmentData?.get(whole);
  if (!build || !data?.length) return null;
  const version = `${part}-${await versionOf(data)}`;
  let script = findStartScript(page.html);
  if (script === undefined) {
    const html = page.html.replaceAll(inlineData, '');
    if (html === page.html) return null;
    const late = loadScriptsLate(html, await Promise.all([version, part].map(questionFor)));
    page.html = late.html;
    script = late.script;
  }
  const parts = new PageParts(page.segmentData ?? [], key);
  parts.delete(whole);
  parts.set(part, data);
  parts.remember(version, data);
  page.segmentData = parts;
  return script;
}
