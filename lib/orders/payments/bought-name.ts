import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';

/** The columns of `pagos` that name what was bought. */
export const boughtColumns =
  'presupuesto,productos!pagos_producto_id_fkey(nombre,nombre_en),bundles(nombre,nombre_en)' as const;

const names = z.object({ nombre: z.string(), nombre_en: z.string().nullable() }).nullish();
export const boughtFields = { productos: names, bundles: names };

type Bought = { presupuesto: { nombre: string }; productos?: z.output<typeof names>; bundles?: z.output<typeof names> };

/** The name of a payment's product or bundle in a language; that of the quote if it is no longer readable. */
export function boughtName({ presupuesto, productos, bundles }: Bought, locale: Locale): string {
  const named = productos ?? bundles;
  return named ? inLanguage(locale, named.nombre, named.nombre_en) : presupuesto.nombre;
}
