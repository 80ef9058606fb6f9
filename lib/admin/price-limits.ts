import 'server-only';
import { z } from 'zod';
import { requestLocale } from '@/lib/core/i18n/server';
import { writeEuros } from '@/lib/core/money';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

const row = z.object({
  precio_cambio_maximo_porcentaje: z.coerce.number(),
  precio_cambios_por_dia: z.coerce.number(),
  precio_minimo: z.coerce.number(),
});

export type PriceLimits = { percent: string; perDay: string; least: string };

/** The limits of price changes without a review, for the form. */
export async function getPriceLimits(): Promise<PriceLimits> {
  const data = await dataOf(
    'settings query',
    (await createRequestClient())
      .from('configuracion_global')
      .select('precio_cambio_maximo_porcentaje,precio_cambios_por_dia,precio_minimo')
      .limit(1)
      .single(),
  );
  const limits = row.parse(data);
  return {
    percent: String(limits.precio_cambio_maximo_porcentaje),
    perDay: String(limits.precio_cambios_por_dia),
    least: writeEuros(limits.precio_minimo, await requestLocale()),
  };
}
