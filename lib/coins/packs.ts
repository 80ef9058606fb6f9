import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { tags } from '@/lib/core/cache/tags';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { orMissing } from '@/lib/core/sections';
import { maxRows } from '@/lib/core/supabase/all-rows';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';

const packRow = z
  .object({
    slug: z.string(),
    uncoins: z.coerce.number().int(),
    precio: euroAmount,
    oferta: euroAmount.nullable(),
  })
  .transform((row) => ({
    slug: row.slug,
    coins: row.uncoins,
    priceCents: Math.min(row.precio, row.oferta ?? row.precio),
  }));

export type CoinPack = z.output<typeof packRow>;

async function readCoinPacks(): Promise<CoinPack[]> {
  const data = await dataOf(
    'coin packs query',
    createPublicClient()
      .from('productos')
      .select('slug,uncoins,precio,oferta')
      .eq('status', 'approved')
      .eq('disponibilidad', true)
      .eq('stock', true)
      .or('unidades.is.null,unidades.gt.0')
      .eq('category', 'uncoins')
      .order('uncoins')
      .limit(maxRows),
  );
  return z.array(packRow).parse(data);
}

/**
 * The packs of UnCoins on sale, smallest first. They are products that no list shows (docs/behaviour/orders.md,
 * "UnCoins").
 */
export async function getCoinPacks(): Promise<CoinPack[]> {
  'use cache';
  cacheTag(tags.section('uncoins'));
  cacheLife('hours');
  return readCoinPacks();
}

/** The price of a coin in the cheapest pack, in cents; null without packs, or if they cannot be read. */
export async function getCoinCents(): Promise<number | null> {
  'use cache';
  cacheTag(tags.section('uncoins'));
  cacheLife('hours');
  const packs = await orMissing('price of coins', readCoinPacks);
  return packs && packs.length > 0 ? Math.min(...packs.map(({ coins, priceCents }) => priceCents / coins)) : null;
}
