import 'server-only';
import { z } from 'zod';
import { type ProductStatus, productStatuses } from '@/lib/catalog/types';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { toDraft } from './content';
import {
  type ProductDraft,
  type ReviewMessage,
  type ReviewState,
  reviewStates,
  revisionStates,
  type Takedown,
} from './types';

const contentRow = z.object({
  producto_id: z.string(),
  slug: z.string(),
  status: z.enum(productStatuses),
  revision: z.enum(revisionStates).nullable(),
  contenido: z.unknown(),
  retirada: z.object({ motivo: z.string().nullable(), created_at: z.string() }).nullable(),
});

export type OwnProduct = {
  id: string;
  slug: string;
  status: ProductStatus;
  isArchived: boolean;
  /** True if the draft is a rejected revision. */
  isRejected: boolean;
  /** Null if moderators did not take it down, or it was sent to review since. */
  takedown: Takedown | null;
  draft: ProductDraft;
};

/** A product of the signed-in creator for the form, files included; null for products of others. */
export async function getOwnProduct(slug: string, creatorId: string, locale: Locale): Promise<OwnProduct | null> {
  const client = await createRequestClient();
  const owned = await dataOf(
    'own product query',
    client.from('productos').select('usuario_id,archivado_at').eq('slug', slug).maybeSingle(),
  );
  if (owned?.usuario_id !== creatorId) return null;
  const row = await readRpc(client, 'contenido_producto', { p_slug: slug }, contentRow.nullable());
  return (
    row && {
      id: row.producto_id,
      slug: row.slug,
      status: row.status,
      isArchived: owned.archivado_at !== null,
      isRejected: row.revision === 'rechazada',
      takedown: row.retirada && { reason: row.retirada.motivo, at: row.retirada.created_at },
      draft: toDraft(row.slug, row.contenido, locale),
    }
  );
}

const reviewRow = z
  .object({
    estado: z.enum(reviewStates),
    enviada_at: z.string(),
    motivos: z.array(z.string()),
    nota: z.string().nullable(),
    posicion: z.coerce.number().nullable(),
    mediana_horas: z.coerce.number().nullable(),
  })
  .transform(
    (row): ReviewState => ({
      state: row.estado,
      sentAt: row.enviada_at,
      position: row.posicion,
      medianHours: row.mediana_horas,
      reasons: row.motivos,
      note: row.nota,
    }),
  );

/** The state of the newest revision of a product; null if it never had one. */
export async function getReviewState(productId: string): Promise<ReviewState | null> {
  return readRpc(createRequestClient(), 'estado_revision', { p_producto: productId }, reviewRow.nullable());
}

const messageRow = z
  .object({ id: z.number(), texto: z.string(), mio: z.boolean(), autor: z.string().nullable(), created_at: z.string() })
  .transform(
    (row): ReviewMessage => ({
      id: row.id,
      author: row.autor,
      isMine: row.mio,
      text: row.texto,
      at: row.created_at,
    }),
  );

/** Messages between creator and reviewers about a product, oldest first. */
export async function listReviewMessages(productId: string): Promise<ReviewMessage[]> {
  return readRpc(createRequestClient(), 'mensajes_de_revision', { p_producto: productId }, z.array(messageRow));
}
