import { type Suggestions, suggest } from '@/lib/catalog/suggestions';
import { orOutage } from '@/lib/core/http/outage';
import { searchText } from '@/lib/core/http/segments';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';

const none: Suggestions = { items: [], groups: [] };

/** Suggestions of the search box: `{ items, groups }`, products and pages of other kinds. */
export const GET = orOutage(async (request: Request) => {
  const query = searchText(new URL(request.url).searchParams.get('q') ?? '');
  const wait = await takeAttempt('search', clientAddress(request.headers));
  if (wait > 0) return Response.json(none, { status: 429, headers: { 'retry-after': String(wait) } });
  const found = query === '' ? none : await suggest(await requestLocale(), query);
  // The language is in a cookie.
  return Response.json(found, { headers: { 'cache-control': 'private, max-age=60', vary: 'Cookie' } });
});
