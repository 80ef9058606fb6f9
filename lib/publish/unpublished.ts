import 'server-only';
import { z } from 'zod';
import { type ProductStatus, productStatuses } from '@/lib/catalog/types';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { toDraft } from './content';
import type { PreviewCreator } from './preview';
import type { ProductDraft } from './types';

const content = z.object({ slug: z.string(), status: z.enum(productStatuses), contenido: z.unknown() });

const byline = z.object({
  usuario_id: z.string(),
  usuarios_meta: z.object({
    display_name: z.string(),
    username: z.string(),
    avatar_url: z.string(),
    role: z.string(),
  }),
});

const readContent = async (slug: string) =>
  readRpc(createRequestClient(), 'contenido_producto', { p_slug: slug }, content.nullable());

/** True if the signed-in person may see a product that is not on sale: its creator and staff. */
export async function isUnpublished(slug: string): Promise<boolean> {
  const row = await readContent(slug);
  return row !== null && row.status !== 'approved';
}

export type Unpublished = { status: ProductStatus; draft: ProductDraft; creator: PreviewCreator & { id: string } };

/** A submitted product, for its creator and staff; null for others. */
export async function getUnpublished(slug: string, locale: Locale): Promise<Unpublished | null> {
  const row = await readContent(slug);
  if (!row) return null;
  const client = await createRequestClient();
  const data = await dataOf(
    'creator of a product query',
    client
      .from('productos')
      .select('usuario_id,usuarios_meta!productos_usuario_id_fkey(display_name,username,avatar_url,role)')
      .eq('slug', slug)
      .maybeSingle(),
  );
  // It was deleted meanwhile.
  if (!data) return null;
  const { usuario_id, usuarios_meta: person } = byline.parse(data);
  return {
    status: row.status,
    draft: toDraft(row.slug, row.contenido, locale),
    creator: {
      id: usuario_id,
      displayName: person.display_name,
      username: person.username,
      avatarUrl: person.avatar_url,
      verified: person.role === 'admin',
    },
  };
}
