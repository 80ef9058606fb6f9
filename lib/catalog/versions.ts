import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { inLanguage } from './rows';
import type { Version } from './types';

/** A version, as tables and functions return it. */
export const versionRow = z.object({
  version: z.string(),
  novedades: z.string(),
  novedades_en: z.string().nullable(),
  created_at: z.string(),
  compatibles: z.array(z.string()).default([]),
});

/** A version in a language; Spanish if it is not translated. */
export const toVersion = (row: z.output<typeof versionRow>, locale: Locale): Version => ({
  version: row.version,
  changes: inLanguage(locale, row.novedades, row.novedades_en),
  at: row.created_at,
  games: row.compatibles,
});

/**
 * The last versions of a product on sale, newest first.
 *
 * @throws when the database does not answer
 */
export async function listVersions(locale: Locale, slug: string, most: number): Promise<Version[]> {
  const data = await dataOf(
    'versions query',
    createPublicClient()
      .from('versiones_producto')
      .select('version,novedades,novedades_en,created_at,compatibles,productos!inner(slug)')
      .eq('productos.slug', slug)
      .order('created_at', { ascending: false })
      .limit(most),
  );
  return z
    .array(versionRow)
    .parse(data)
    .map((row) => toVersion(row, locale));
}
