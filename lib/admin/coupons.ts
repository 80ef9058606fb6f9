import 'server-only';
import { z } from 'zod';
import { createRequestClient } from '@/lib/supabase/server';

const couponRow = z
  .object({
    id: z.string(),
    codigo: z.string(),
    percent_discount: z.coerce.number().int(),
    caduca_at: z.string().nullable(),
    usos_max: z.coerce.number().int().nullable(),
    usos_por_usuario: z.coerce.number().int().nullable(),
    productos: z.object({ slug: z.string(), nombre: z.string() }).nullable(),
  })
  .transform((row) => ({
    id: row.id,
    code: row.codigo,
    product: row.productos?.slug ?? '',
    productName: row.productos?.nombre ?? '',
    percent: row.percent_discount,
    expiresAt: row.caduca_at,
    maxUses: row.usos_max,
    maxPerPerson: row.usos_por_usuario,
  }));

export type Coupon = z.output<typeof couponRow>;

/** Coupons whose code begins with a text, by code; up to 100. Admins only (RLS). */
export async function listCoupons(search: string): Promise<Coupon[]> {
  let query = (await createRequestClient())
    .from('codigos_cupones')
    .select('id,codigo,percent_discount,caduca_at,usos_max,usos_por_usuario,productos(slug,nombre)')
    .order('codigo')
    .limit(100);
  if (search) query = query.ilike('codigo', `${search.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const { data, error } = await query;
  if (error) throw new Error(`coupons query failed: ${error.message}`);
  return z.array(couponRow).parse(data);
}
