import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { LegalPage } from './pages';
import { renderLegalText } from './render';
import { legalTexts } from './texts';

/**
 * A legal page as HTML, with the seller's data; missing ones are marked. Changes take effect within hours.
 *
 * @param missing the text for missing data
 * @throws if the database does not answer
 */
export async function getLegalPage(page: LegalPage, locale: Locale, missing: string): Promise<string> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  const data = await dataOf(
    'shop settings query',
    createPublicClient()
      .from('configuracion_global')
      .select('vendedor_nombre,vendedor_nif,vendedor_direccion')
      .eq('id', 1)
      .single(),
  );
  const { SITE_URL, SUPPORT_EMAIL } = env();
  const facts = {
    seller: data.vendedor_nombre,
    taxId: data.vendedor_nif,
    address: data.vendedor_direccion,
    email: SUPPORT_EMAIL,
    site: new URL(SITE_URL).host,
  };
  return renderLegalText(legalTexts[locale][page], facts, missing);
}
