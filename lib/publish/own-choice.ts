import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { toCents } from '@/lib/core/money';
import type { OwnChoice } from './types';

/** A product of a creator, as the database lists it for bundles and extensions. */
export const choiceRow = z.object({
  id: z.string(),
  ...names,
  slug: z.string(),
  precio: z.coerce.number(),
  portada_url: z.string(),
});

/** A listed product with its name in the reader's language and its price in cents. */
export const toOwnChoice = (locale: Locale, row: z.output<typeof choiceRow>): OwnChoice => ({
  id: row.id,
  name: inLanguage(locale, row.nombre, row.nombre_en),
  slug: row.slug,
  coverUrl: row.portada_url,
  priceCents: toCents(row.precio),
});
