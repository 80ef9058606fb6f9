import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';

/** The columns of `pagos` that name what was bought. */
export const boughtColumns =
  'presupuesto,productos!pagos_producto_id_fkey(nombre,nombre_en),bundles(nombre,nombre_en)' as const;

const bought = z.object(names).nullish();
export const boughtFields = { productos: bought, bundles: bought };

type Bought = { presupuesto: { nombre: string } } & Partial<Record<'productos' | 'bundles', z.output<typeof bought>>>;

/** The name of a payment's product or bundle in a language; that of the quote if it is no longer readable. */
export function boughtName({ presupuesto, productos, bundles }: Bought, locale: Locale): string {
  const named = productos ?? bundles;
  return named ? inLanguage(locale, named.nombre, named.nombre_en) : presupuesto.nombre;
}
