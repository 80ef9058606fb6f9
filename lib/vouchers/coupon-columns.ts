import { z } from 'zod';

const count = z.coerce.number().int();

/** Columns of a creator's coupon that its list and the API read; amounts in cents. */
export const couponColumns = {
  id: z.string(),
  codigo: z.string(),
  slug: z.string(),
  percent_discount: count.nullable(),
  descuento_centimos: count.nullable(),
  minimo_centimos: count.nullable(),
  desde_at: z.string().nullable(),
  caduca_at: z.string().nullable(),
  parado_at: z.string().nullable(),
  usos_max: count.nullable(),
  usos_por_usuario: count.nullable(),
  created_at: z.string(),
  usos: count,
  vendido_centimos: count,
  regalado_centimos: count,
};
