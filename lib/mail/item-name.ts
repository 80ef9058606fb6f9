import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { withEdition } from '@/lib/catalog/with-edition';
import type { Locale } from '@/lib/core/i18n/locales';

type Item = { nombre: string; nombre_en?: string | null; edicion?: string | null; edicion_en?: string | null };

/** The name of a mail's product with its edition, in the reader's language: "Forge (Master)". */
export function itemName(locale: Locale, { nombre, nombre_en, edicion, edicion_en }: Item): string {
  return withEdition(inLanguage(locale, nombre, nombre_en), edicion && inLanguage(locale, edicion, edicion_en));
}

/** The item of a payment, as `datos_recibo` returns it. */
export const paidItem = {
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  presupuesto: z.object({ edicion: z.string().nullish(), edicion_en: z.string().nullish() }),
};

/** The name of a payment's item with its edition, in the reader's language. */
export const paidName = (locale: Locale, { presupuesto, ...item }: z.infer<z.ZodObject<typeof paidItem>>): string =>
  itemName(locale, { ...presupuesto, ...item });
