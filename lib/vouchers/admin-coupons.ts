import { z } from 'zod';

/** A coupon, as the panel lists and edits it. */
export const couponRow = z
  .object({
    id: z.string(),
    codigo: z.string(),
    percent_discount: z.number().int(),
    caduca_at: z.string().nullable(),
    usos_max: z.number().int().nullable(),
    usos_por_usuario: z.number().int().nullable(),
    slug: z.string(),
    producto: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    code: row.codigo,
    product: row.slug,
    productName: row.producto,
    percent: row.percent_discount,
    expiresAt: row.caduca_at,
    maxUses: row.usos_max,
    maxPerPerson: row.usos_por_usuario,
  }));

export type Coupon = z.output<typeof couponRow>;
