import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { toCents } from '@/lib/core/money';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { ClubOffer } from '.';
import { type ClubPrices, clubPrices } from './club-plans';
import type { SaleRates } from './earnings';

/**
 * The Club's discount that the database charges, in whole percent.
 *
 * @throws if the database does not answer
 */
export async function readClubPercent(): Promise<number> {
  const data = await dataOf(
    'shop settings query',
    createPublicClient().from('configuracion_global').select('club_descuento_porcentaje').eq('id', 1).single(),
  );
  return data.club_descuento_porcentaje;
}

/**
 * The price of the Club for joining or changing the plan now. Subscriptions keep the price at which they were bought.
 *
 * @throws if the database does not answer
 */
export async function readClubPrices(): Promise<ClubPrices> {
  const data = await dataOf(
    'shop settings query',
    createPublicClient()
      .from('configuracion_global')
      .select('club_precio_mensual,club_descuento_anual_porcentaje')
      .eq('id', 1)
      .single(),
  );
  return clubPrices(toCents(data.club_precio_mensual), data.club_descuento_anual_porcentaje);
}

/** The Club's prices on pages, cached until the settings change. */
export async function getClubPrices(): Promise<ClubPrices> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  return readClubPrices();
}

/** Rates of a sale from the settings of the shop, cached until they change. */
export async function getSaleRates(): Promise<SaleRates> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  const data = await dataOf(
    'shop settings query',
    createPublicClient()
      .from('configuracion_global')
      .select('club_descuento_porcentaje,club_precio_mensual,ingresos_creador_porcentaje,recargo_paypal_porcentaje')
      .eq('id', 1)
      .single(),
  );
  return {
    club: data.club_descuento_porcentaje,
    join: toCents(data.club_precio_mensual),
    share: data.ingresos_creador_porcentaje,
    paypal: data.recargo_paypal_porcentaje,
  };
}

/** The Club's discount on pages, in whole percent, cached until the settings change. */
export async function getClubPercent(): Promise<number> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  return readClubPercent();
}

/** The Club's discount and price beside the prices of pages, cached until the settings change. */
export async function getClubOffer(): Promise<ClubOffer> {
  const [percent, { monthly }] = await Promise.all([getClubPercent(), getClubPrices()]);
  return { percent, joinCents: monthly };
}
