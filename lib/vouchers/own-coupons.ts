import 'server-only';
import { z } from 'zod';
import { readRpcRows } from '@/lib/core/action/rpc';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { couponColumns } from './coupon-columns';

const row = z
  .object({ ...couponColumns, producto: z.string(), retenidos: z.coerce.number().int() })
  .transform((coupon) => ({
    id: coupon.id,
    code: coupon.codigo,
    product: coupon.producto,
    slug: coupon.slug,
    percent: coupon.percent_discount,
    cents: coupon.descuento_centimos,
    leastCents: coupon.minimo_centimos,
    from: coupon.desde_at,
    to: coupon.caduca_at,
    maxUses: coupon.usos_max,
    maxPerPerson: coupon.usos_por_usuario,
    createdAt: coupon.created_at,
    uses: coupon.usos,
    held: coupon.retenidos,
    givenCents: coupon.regalado_centimos,
    soldCents: coupon.vendido_centimos,
    isStopped: coupon.parado_at !== null,
    isOver: coupon.caduca_at !== null && Date.parse(coupon.caduca_at) <= Date.now(),
  }));

export type OwnCoupon = z.output<typeof row>;

/** The signed-in creator's coupons with revenue and discounts, newest first. */
export async function listOwnCoupons(): Promise<OwnCoupon[]> {
  const coupons = await readRpcRows(createRequestClient(), 'mis_cupones', {}, 'id', row);
  return coupons.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** The creators' share of a sale in percent, the maximum of their coupons. */
export async function getCreatorPercent(): Promise<number> {
  const data = await dataOf(
    'settings query',
    (await createRequestClient()).from('configuracion_global').select('ingresos_creador_porcentaje').limit(1).single(),
  );
  return data.ingresos_creador_porcentaje;
}
