import { suggestProducts } from '@/lib/catalog/search';
import { searchText } from '@/lib/core/http/segments';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';

/** Suggestions of the search box: `{ items }`, at most five. */
export async function GET(request: Request) {
  const query = searchText(new URL(request.url).searchParams.get('q') ?? '');
  const wait = await takeAttempt('search', clientAddress(request.headers));
  if (wait > 0) return Response.json({ items: [] }, { status: 429, headers: { 'retry-after': String(wait) } });
  const items = query === '' ? [] : await suggestProducts(await requestLocale(), query);
  return Response.json({ items }, { headers: { 'cache-control': 'private, max-age=60' } });
}
