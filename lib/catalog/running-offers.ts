import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { tags } from '@/lib/core/cache/tags';
import { dayInSpain } from '@/lib/core/day';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { inLanguage, names } from './rows';
import type { Product } from './types';

const row = z.object({
  id: z.string(),
  edicion_id: z.string().nullable(),
  precio: euroAmount,
  hasta: z.string(),
  descripcion: z.string(),
  descripcion_en: z.string().nullable(),
  ediciones: z.object(names).nullable(),
});

/** `lastDay`: in Spain, `YYYY-MM-DD`. */
export type RunningOffer = { id: string; edition: string | null; lastDay: string; description: string };

async function readOffers(id: string, slug: string) {
  'use cache';
  cacheTag(tags.product(slug));
  cacheLife('hours');
  const data = await dataOf(
    'offers query',
    createPublicClient()
      .from('ofertas')
      .select('id,edicion_id,precio,hasta,descripcion,descripcion_en,ediciones(nombre,nombre_en)')
      .eq('producto_id', id)
      .order('hasta')
      .limit(20),
  );
  return z.array(row).parse(data);
}

/**
 * The current offers with dates of a product and its editions on sale, as far as they are the price. The job
 * revalidates the page when one begins or ends.
 */
export async function getRunningOffers(
  locale: Locale,
  { id, slug, offerCents, editions }: Pick<Product, 'id' | 'slug' | 'offerCents' | 'editions'>,
): Promise<RunningOffer[]> {
  const shownCents = (edition: string | null) =>
    edition === null ? offerCents : editions.find((other) => other.id === edition)?.offerCents;
  return (await readOffers(id, slug))
    .filter((offer) => shownCents(offer.edicion_id) === offer.precio)
    .map((offer) => ({
      id: offer.id,
      edition: offer.ediciones && inLanguage(locale, offer.ediciones.nombre, offer.ediciones.nombre_en),
      // An offer ends at the midnight after its last day.
      lastDay: dayInSpain(new Date(Date.parse(offer.hasta) - 1)),
      description: inLanguage(locale, offer.descripcion, offer.descripcion_en),
    }));
}
