import { isStale } from '../tag-log.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandlerValue} Entry */

/** The tags of a kept page. @param {Entry} entry @returns {string[]} */
export function tagsOf({ value }) {
  const header = value && 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined;
  return typeof header === 'string' ? header.split(',') : [];
}

/** Whether a kept page is neither too old nor revalidated. @param {Entry} entry */
export function isFresh(entry) {
  const { lastModified = 0, cacheControl } = entry;
  const { revalidate } = cacheControl ?? {};
  const isOld = typeof revalidate === 'number' && Date.now() > lastModified + revalidate * 1000;
  return !isOld && !isStale(tagsOf(entry), lastModified);
}
