import { answerFromMemory, type SharedPage } from '@/lib/core/cache/answers/answers';
import { keptPageAt } from './pages';
import { madeForAllAt } from './request-pages';
import { readPath } from './routes';

/** The page that is the same for everybody at a path, with its route as telemetry names it. */
export function sharedPageAt(pathname: string): SharedPage | undefined {
  if (readPath(pathname) === null) return undefined;
  const kept = keptPageAt(pathname);
  const page = kept ?? madeForAllAt(pathname);
  if (!page) return undefined;
  return { route: `/[locale]${page === '/' ? '' : page}`, kind: kept ? 'kept' : 'made' };
}

/**
 * Answers the pages that are the same for everybody from memory, where the gates would only find them: not while the
 * shop is closed.
 */
export const answerSharedPages = (isClosed: () => Promise<boolean>): void =>
  answerFromMemory({ find: sharedPageAt, isClosed });
