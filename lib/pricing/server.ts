import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
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

/** Rates of a sale from the settings of the shop, cached until they change. */
export async function getSaleRates(): Promise<SaleRates> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  const data = await dataOf(
    'shop settings query',
    createPublicClient()
      .from('configuracion_global')
      .select('club_descuento_porcentaje,ingresos_creador_porcentaje,recargo_paypal_porcentaje')
      .eq('id', 1)
      .single(),
  );
  return {
    club: data.club_descuento_porcentaje,
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
