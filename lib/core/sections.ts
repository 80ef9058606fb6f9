import 'server-only';
import { cacheTag } from 'next/cache';
import { unstable_rethrow as passNextErrors } from 'next/navigation';
import { missingTag } from '@/lib/core/cache/missing-tag.mjs';
import { isBuilding } from '@/lib/core/env';
import { log } from '@/lib/core/log';

/**
 * Reads an optional section of a page inside a function with `'use cache'`, so that the page renders without it if that
 * fails. The page shows `SectionMissing` or `Unfinished`; neither answer nor page is cached. A build fails instead.
 *
 * An error that leaves a cached function would make Next.js answer the whole page with 500, even if it is caught.
 *
 * @param name the name in the log
 * @param load reads the section, and throws on failure
 * @returns null on failure
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
