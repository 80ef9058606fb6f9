import 'server-only';
import { cacheTag } from 'next/cache';
import { unstable_rethrow as passNextErrors } from 'next/navigation';
import { missingTag } from '@/lib/core/cache/missing-tag.mjs';
import { isBuilding } from '@/lib/core/env';
import { log } from '@/lib/core/log';

/**
 * Reads what one section of a page shows, inside a function with `'use cache'`, so that the rest of the page stands when
 * that fails. The page then says so with `SectionMissing` or `Unfinished`. Neither the answer nor such a page is kept
 * anywhere. A build fails: there is nothing older to show.
 *
 * An error that leaves a cached function would make Next.js answer the whole page with 500, whoever catches it.
 *
 * @param name what is said in the log
 * @param load reads it, and throws when it cannot
 * @returns null when it could not be read
 */
export async function orMissing<Value>(name: string, load: () => Promise<Value>): Promise<Value | null> {
  try {
    return await load();
  } catch (problem) {
    passNextErrors(problem);
    if (isBuilding()) throw problem;
    cacheTag(missingTag);
    log.error({ section: name, error: String(problem) }, 'a section of a page could not be loaded');
    return null;
  }
}
