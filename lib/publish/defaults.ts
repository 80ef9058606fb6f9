import 'server-only';
import { z } from 'zod';
import { categories } from '@/lib/catalog/categories';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { ProductDraft } from './types';

const lastRow = z.object({
  ...names,
  category: z.enum(categories),
  desarrollador: z.string().nullable(),
  publisher: z.string().nullable(),
  generos: z.array(z.string()),
  compatibles: z.array(z.string()),
  aviso_legal: z.string().nullable(),
  aviso_legal_en: z.string().nullable(),
});

/** Defaults from the creator's last product, and its name; null without a product. */
export async function getDraftDefaults(creatorId: string, locale: Locale) {
  const data = await dataOf(
    'last product query',
    (await createRequestClient())
      .from('productos')
      .select('nombre,nombre_en,category,desarrollador,publisher,generos,compatibles,aviso_legal,aviso_legal_en')
      .eq('usuario_id', creatorId)
      .eq('oculto', false)
      .neq('category', 'uncoins')
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  if (data === null) return null;
  const row = lastRow.parse(data);
  return {
    name: inLanguage(locale, row.nombre, row.nombre_en),
    draft: {
      category: row.category,
      developer: row.desarrollador ?? '',
      publisher: row.publisher ?? '',
      genres: row.generos.join(', '),
      compatible: row.compatibles.join(', '),
      legal: row.aviso_legal ?? '',
      legalEn: row.aviso_legal_en ?? '',
    } satisfies Partial<ProductDraft>,
  };
}
