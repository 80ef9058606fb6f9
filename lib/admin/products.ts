import 'server-only';
import { z } from 'zod';
import { hasPage } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import { readRpc } from '@/lib/core/action/rpc';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { findWaitingRevision } from './waiting-revision';

const columns =
  'id,nombre,slug,precio,status,disponibilidad,stock,unidades,destacado,visitas,adquirido,created_at,archivado_at,oculto,usuarios_meta!productos_usuario_id_fkey(display_name),ediciones(id,nombre,retirada)';

const amount = z.union([z.string(), z.number()]).transform(Number);

const row = z
  .object({
    id: z.string(),
    nombre: z.string(),
    slug: z.string(),
    precio: amount,
    status: z.enum(productStatuses),
    disponibilidad: z.boolean(),
    stock: z.boolean(),
    unidades: z.number().nullable(),
    destacado: z.boolean(),
    visitas: z.number(),
    adquirido: z.number(),
    created_at: z.string(),
    archivado_at: z.string().nullable(),
    oculto: z.boolean(),
    usuarios_meta: z.object({ display_name: z.string() }).nullable(),
    ediciones: z.array(z.object({ id: z.string(), nombre: z.string(), retirada: z.boolean() })),
  })
  .transform((product) => ({
    id: product.id,
    name: product.nombre,
    slug: product.slug,
    /** Typed euros. */
    price: product.precio,
    status: product.status,
    isAvailable: product.disponibilidad,
    inStock: product.stock,
    units: product.unidades,
    isFeatured: product.destacado,
    views: product.visitas,
    orders: product.adquirido,
    createdAt: product.created_at,
    isArchived: product.archivado_at !== null,
    hasPage: hasPage(product),
    creator: product.usuarios_meta?.display_name ?? '',
    editions: product.ediciones.filter(({ retirada }) => !retirada).map(({ id, nombre }) => ({ id, name: nombre })),
  }));

/**
 * `offer`: the one without dates, in euros; `waitingRevision`: the revision in the queue, which then decides the state.
 */
export type AdminProduct = z.output<typeof row> & { offer: number | null; waitingRevision: string | null };

/** One product in any state, or null. */
export async function getProduct(id: string): Promise<AdminProduct | null> {
  if (!isUuid(id)) return null;
  const client = await createRequestClient();
  const [found, offer, waiting] = await Promise.all([
    dataOf('admin product query', client.from('productos').select(columns).eq('id', id).maybeSingle()),
    readRpc(client, 'admin_oferta_fija', { p_producto: id }, amount.nullable()),
    findWaitingRevision(client, id),
  ]);
  return found && { ...row.parse(found), offer, waitingRevision: waiting };
}
