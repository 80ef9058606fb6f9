import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { callRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { readKept } from './kept-draft';
import type { KeptDraft, ProductDraft } from './types';

const row = z.object({
  id: z.string(),
  producto_id: z.string().nullable(),
  contenido: z.unknown(),
  version: z.number(),
  updated_at: z.string(),
  productos: z.object({ slug: z.string() }).nullable(),
});
const columns = 'id,producto_id,contenido,version,updated_at,productos(slug)';

const toKept = (draft: z.output<typeof row>): KeptDraft => ({
  id: draft.id,
  version: draft.version,
  slug: draft.productos?.slug ?? null,
  savedAt: draft.updated_at,
  ...readKept(draft.contenido),
});

/** The signed-in creator's drafts, newest first; at most 50. */
export async function listDrafts(): Promise<KeptDraft[]> {
  const data = await dataOf(
    'drafts query',
    (await createRequestClient())
      .from('borradores')
      .select(columns)
      .order('updated_at', { ascending: false })
      .limit(50),
  );
  return z.array(row).parse(data).map(toKept);
}

/** A draft of the signed-in creator by its id or its product; null if there is none. */
export async function getDraft(by: { id: string } | { productId: string }): Promise<KeptDraft | null> {
  const question = (await createRequestClient()).from('borradores').select(columns).limit(1);
  const data = await dataOf(
    'draft query',
    ('id' in by
      ? question.eq('id', by.id).is('producto_id', null)
      : question.eq('producto_id', by.productId)
    ).maybeSingle(),
  );
  return data && toKept(row.parse(data));
}

const saved = z.object({ version: z.number() });

/**
 * Saves a draft (docs/behaviour/creators.md, "Drafts").
 *
 * @param draft.version the version that was edited; 0 for a new draft
 * @returns the new version; `cambiado` with `id` and `version` of the stored draft if it was changed meanwhile
 */
export const keepDraft = async (draft: {
  id: string;
  productId: string | null;
  content: { draft: ProductDraft; base: string };
  version: number;
}) =>
  callRpc(
    createRequestClient(),
    'guardar_borrador',
    { p_id: draft.id, p_producto: draft.productId, p_contenido: draft.content, p_version: draft.version },
    ['cambiado', 'no_existe', 'demasiados_borradores'],
    saved,
  );

/** Deletes a draft of the signed-in creator. Missing drafts and those of others are ignored. */
export async function deleteDraft(id: string): Promise<void> {
  await callRpc(createRequestClient(), 'borrar_borrador', { p_id: id }, null);
}

/** The creator's archived products, newest first, up to 200. */
export async function listArchived(creatorId: string, locale: Locale): Promise<Array<{ slug: string; name: string }>> {
  const data = await dataOf(
    'archived products query',
    (await createRequestClient())
      .from('productos')
      .select('slug,nombre,nombre_en')
      .eq('usuario_id', creatorId)
      .not('archivado_at', 'is', null)
      .order('archivado_at', { ascending: false })
      .limit(200),
  );
  return data.map(({ slug, nombre, nombre_en }) => ({ slug, name: inLanguage(locale, nombre, nombre_en) }));
}
