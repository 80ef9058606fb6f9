import {
  NEXT_ROUTER_PREFETCH_HEADER,
  NEXT_ROUTER_SEGMENT_PREFETCH_HEADER,
  NEXT_RSC_UNION_QUERY,
  RSC_HEADER,
} from 'next/dist/client/components/app-router-headers.js';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';

const inlineData = /<script>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\(.*?\)<\/script>/gs;
/** The file that starts the scripts of a page: its name changes with every build that changes a script. */
const starter = /\/_next\/static\/chunks\/turbopack-([\w.-]+)\.js/;

/** The name of the whole page among the parts that Next.js stores beside it, and answers a page in the browser with. */
const whole = '/_full';

/** The ends of the keys of pages that are also shown at the addresses of others (`lib/gates/kept-page.ts`). */
const standIns = ['/maintenance', '/outage'];

/** @param {string} part */
async function dataScript(part) {
  const query = `${NEXT_RSC_UNION_QUERY}=${await computeCacheBustingSearchParam('1', part, undefined, undefined)}`;
  const headers = JSON.stringify({
    [RSC_HEADER]: '1',
    [NEXT_ROUTER_PREFETCH_HEADER]: '1',
    [NEXT_ROUTER_SEGMENT_PREFETCH_HEADER]: part,
  });
  return `(()=>{let s=location.search,n=2,a=()=>fetch(location.pathname+s+(s?'&':'?')+'${query}',{priority:'low',headers:${headers}}).then(r=>r.ok?r:Promise.reject(r)).catch(e=>n--?new Promise(r=>setTimeout(r,2e3)).then(a):Promise.reject(e));__NEXT_CLIENT_RESUME=a()})()`;
}

/**
 * Takes out of a prerendered page what repeats its content as data for the scripts, and lets the page ask for it: Next.js
 * stores it beside the page in any case. Half of the HTML, then, and a visitor reads it sooner
 * (docs/decisions/0030-data-beside-the-page.md).
 *
 * The data are stored under a name with the build in it: those of another build would call for scripts that this page
 * does not have.
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
  if (!build || !data) return null;
  const script = await dataScript(part);
  if (!page.html.includes(script)) {
    const html = page.html.replaceAll(inlineData, '');
    if (html === page.html) return null;
    // Before all others: a script that the browser has already runs as soon as it is named.
    page.html = html.replace('<script', () => `<script>${script}</script><script`);
  }
  page.segmentData?.delete(whole);
  page.segmentData?.set(part, data);
  return script;
}
