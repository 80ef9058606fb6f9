import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { tags } from '@/lib/core/cache/tags';
import { dayInSpain } from '@/lib/core/day';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { inLanguage, names } from './rows';

const row = z.object({
  id: z.string(),
  hasta: z.string(),
  descripcion: z.string(),
  descripcion_en: z.string().nullable(),
  ediciones: z.object(names).nullable(),
});

/** `lastDay`: in Spain, `YYYY-MM-DD`. */
export type RunningOffer = { id: string; edition: string | null; lastDay: string; description: string };

/**
 * The current offers with dates of a product and its editions; the job revalidates the page when one begins or ends.
 */
export async function getRunningOffers(
  locale: Locale,
  { id, slug }: { id: string; slug: string },
): Promise<RunningOffer[]> {
  'use cache';
  cacheTag(tags.product(slug));
  cacheLife('hours');
  const data = await dataOf(
    'offers query',
    createPublicClient()
      .from('ofertas')
      .select('id,hasta,descripcion,descripcion_en,ediciones(nombre,nombre_en)')
      .eq('producto_id', id)
      .order('hasta')
      .limit(20),
  );
  return z
    .array(row)
    .parse(data)
    .map((offer) => ({
      id: offer.id,
      edition: offer.ediciones && inLanguage(locale, offer.ediciones.nombre, offer.ediciones.nombre_en),
      // An offer ends at the midnight after its last day.
      lastDay: dayInSpain(new Date(Date.parse(offer.hasta) - 1)),
      description: inLanguage(locale, offer.descripcion, offer.descripcion_en),
    }));
}
