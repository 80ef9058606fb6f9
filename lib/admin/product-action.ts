'use server';

import { revalidatePath, revalidateTag } from 'next/cache';
import { z } from 'zod';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { productStatuses } from '@/lib/catalog/types';
import { youtubeId } from '@/lib/catalog/youtube';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { resultOf } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { readEuros, typedEuros } from '@/lib/core/money';
import { nullable } from '@/lib/core/supabase/nullable';
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

const refusals = z
  .enum(['sin_permiso', 'no_existe', 'slug_ocupado', 'datos_no_validos', 'cantidad_no_valida'])
  .catch('datos_no_validos');
export type ProductError = z.output<typeof refusals> | 'failed';

/** Changes what an admin may change of a product; an admin may make it free (docs/behaviour/admin.md, "Products"). */
export async function editProduct(input: z.input<typeof edit>): Promise<Result<undefined, ProductError>> {
  const parsed = edit.safeParse(input);
  if (!parsed.success) return fail('datos_no_validos');
  const { id, slugBefore, ...product } = parsed.data;
  const answered = await (await createRequestClient()).rpc('admin_editar_producto', {
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
  });
  const result = resultOf('admin_editar_producto', answered, refusals);
  if (!result.ok) return result;
  for (const tag of [tags.catalog, tags.product(slugBefore), tags.product(product.slug)])
    revalidateTag(tag, { expire: 0 });
  revalidatePath('/dashboard-admin', 'layout');
  return succeed(undefined);
}

const codes = z.object({
  id: z.uuid(),
  editionId: z.union([z.literal('').transform(() => null), z.uuid()]),
  count: z.coerce.number().int().min(1).max(1_000),
});

/** Makes redeem codes for a product; each can be used once. They are shown only now. */
export async function generateCodes(input: z.input<typeof codes>): Promise<Result<string[], ProductError>> {
  const parsed = codes.safeParse(input);
  if (!parsed.success) return fail('cantidad_no_valida');
  const answered = await (await createRequestClient()).rpc(
    'admin_generar_codigos',
    nullable({ p_producto: parsed.data.id, p_edicion: parsed.data.editionId, p_cuantos: parsed.data.count }),
  );
  const result = resultOf('admin_generar_codigos', answered, refusals);
  if (!result.ok) return result;
  return succeed(z.object({ codigos: z.array(z.string()) }).parse(result.value).codigos);
}
