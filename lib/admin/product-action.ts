'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { staleByEdit } from '@/lib/catalog/stale';
import { productStatuses } from '@/lib/catalog/types';
import { youtubeId } from '@/lib/catalog/youtube';
import { callRpc } from '@/lib/core/action/rpc';
import { readEuros, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';

const euros = z.string().trim().regex(typedEuros).transform(readEuros);

const edit = z.object({
  id: z.uuid(),
  slugBefore: z.string(),
  name: z.string().trim().min(1).max(80),
  slug: z.string().trim().max(longestSlug).regex(slugPattern),
  price: euros,
  offer: z.union([z.literal('').transform(() => 0), euros]),
  status: z.enum(productStatuses),
  isAvailable: z.boolean(),
  inStock: z.boolean(),
  units: z.union([z.literal('').transform(() => null), z.coerce.number().int().min(0).max(1_000_000)]),
  isFeatured: z.boolean(),
  trailer: z
    .string()
    .trim()
    .refine((value) => value === '' || youtubeId(value) !== null),
});

/** Changes what an admin may change of a product; an admin may make it free (docs/behaviour/admin.md, "Products"). */
export const editProduct = defineAction('editProduct', {
  who: 'admin',
  input: edit,
  run: ({ id, slugBefore: _slugBefore, ...product }) =>
    callRpc(
      createRequestClient(),
      'admin_editar_producto',
      {
        p_producto: id,
        p_cambios: {
          nombre: product.name,
          slug: product.slug,
          precio: product.price,
          oferta: product.offer,
          status: product.status,
          disponibilidad: product.isAvailable,
          stock: product.inStock,
          unidades: product.units,
          destacado: product.isFeatured,
          video_trailer: product.trailer,
        },
      },
      ['no_existe', 'slug_ocupado'],
    ),
  tags: ({ id, slugBefore }) => staleByEdit(id, slugBefore),
  paths: [['/dashboard-admin', 'layout']],
});
