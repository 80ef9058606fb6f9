import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { createPublicClient } from '@/lib/core/supabase/server';
import { getCardsById } from './cards';
import type { ProductCardData } from './types';

const mostOffers = 48;

const offerRow = z.object({
  id: z.string(),
  minimo: euroAmount.nullable(),
});

/** A product on offer, and the lowest price of the 30 days before in cents; null without a history. */
export type OnOffer = { card: ProductCardData; lowestCents: number | null };

/**
 * Products below the lowest price of the 30 days before, most viewed first. The chore `ofertas` removes an offer that
 * ends by its date; an offer that its creator ends disappears at once.
 */
export async function getOffers(locale: Locale): Promise<OnOffer[]> {
  'use cache';
  cacheTag(tags.offers);
  cacheLife({ stale: 300, revalidate: 300, expire: 3600 });
  const rows = await readRpc(createPublicClient(), 'ofertas_actuales', { p_limite: mostOffers }, z.array(offerRow));
  const cards = await getCardsById(
    locale,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, minimo }) => {
    const card = cards.get(id);
    return card ? [{ card, lowestCents: minimo }] : [];
  });
}
