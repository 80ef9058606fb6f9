'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { callRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { typedMoment } from './typed-moment';

/** A moment in Spanish time, or none. */
const moment = z.union([z.literal(''), z.string().regex(typedMoment)], 'date');
const home = { tags: () => ({ now: [tags.home] }), paths: ['/dashboard-admin/featured'] };

/** Features a product, or changes its dates. Empty dates mean now, and no end. */
export const featureProduct = defineAction('featureProduct', {
  who: 'admin',
  input: z.object({
    slug: z.string().trim().max(longestSlug, 'product').regex(slugPattern, 'product'),
    from: moment,
    to: moment,
  }),
  run: ({ slug, from, to }) =>
    callRpc(createRequestClient(), 'admin_destacar', { p_slug: slug, p_desde: from, p_hasta: to }, [
      'fechas_no_validas',
      'producto_no_encontrado',
    ]),
  ...home,
});

/** Removes a featured product. */
export const unfeatureProduct = defineAction('unfeatureProduct', {
  who: 'admin',
  input: z.uuid(),
  run: (p_producto) =>
    callRpc(createRequestClient(), 'admin_quitar_destacado', { p_producto }, ['producto_no_encontrado']),
  ...home,
});

/** Reorders the featured products; `base` is the order that was shown. */
export const orderFeatured = defineAction('orderFeatured', {
  who: 'admin',
  input: z.object({ ids: z.array(z.uuid()).max(1_000), base: z.array(z.uuid()).max(1_000) }),
  toInput: (ids: string[], base: string[]) => ({ ids, base }),
  run: ({ ids, base }) =>
    callRpc(createRequestClient(), 'admin_ordenar_destacados', { p_productos: ids, p_base: base }, ['conflicto']),
  ...home,
});
