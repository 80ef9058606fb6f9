import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import type { Locale } from '@/lib/core/i18n/locales';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import type { Listing } from './filters';
import { readFilters, type SearchPage, searchProducts } from './search';

type Asked = ReturnType<typeof readFilters> & { listing: Listing };

const find = cache(async (locale: Locale, text: string): Promise<SearchPage | null> => {
  if ((await takeAttempt('search', clientAddress(await headers()))) > 0) return null;
  const { listing, chosen, cursor }: Asked = JSON.parse(text);
  return searchProducts(locale, listing, chosen, cursor);
});

/**
 * One page of a list for the visitor of this request. Page and metadata share it, so it counts as one attempt.
 *
 * @param raw the query
 * @returns null above the rate limit
 * @throws if the database does not answer
 */
export const searchForVisitor = (
  locale: Locale,
  listing: Listing,
  raw: Parameters<typeof readFilters>[0],
): Promise<SearchPage | null> => find(locale, JSON.stringify({ listing, ...readFilters(raw) } satisfies Asked));
