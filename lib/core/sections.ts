import 'server-only';
import { unstable_rethrow as passNextErrors } from 'next/navigation';
import { isBuilding } from '@/lib/core/env';
import { log } from '@/lib/core/log';

/** What a section shows in place of what it could not load. */
export const missing = Symbol('missing');
export type Missing = typeof missing;

/**
 * Reads what one section of a page shows, so that the rest of the page stands when that fails. The section then says so
 * with `SectionMissing`, which keeps such a page out of every cache. A build fails: there is nothing older to show.
 *
 * @param name what is said in the log
 * @param load reads it, and throws when it cannot
 */
export async function orMissing<Value>(name: string, load: () => Promise<Value>): Promise<Value | Missing> {
  try {
    return await load();
  } catch (problem) {
    passNextErrors(problem);
    if (isBuilding()) throw problem;
    log.error({ section: name, error: String(problem) }, 'a section of a page could not be loaded');
    return missing;
  }
}

/** What was loaded, or nothing of it. */
export const orNone = <Value>(values: Value[] | Missing): Value[] => (values === missing ? [] : values);
