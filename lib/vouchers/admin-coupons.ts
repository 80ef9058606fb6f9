import { z } from 'zod';
import { slugPattern } from '@/lib/catalog/slug';
import { typedCoupon } from './coupon-code';

/** A coupon, as panel lists and edits show it. */
export const couponRow = z
  .object({
    id: z.string(),
    codigo: z.string(),
    // Null for a creator's coupon with an amount.
    percent_discount: z.number().int().nullable(),
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

const count = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number({ error: 'count' }).int('count').min(1, 'count').max(1_000_000, 'count').nullable());

/**
 * The editable fields of a coupon, with columns. An empty limit means no limit. Messages are codes of the catalogue.
 */
export const couponFields = {
  code: {
    column: 'codigo',
    schema: typedCoupon('code'),
  },
  product: {
    column: 'slug',
    schema: z.string().trim().regex(slugPattern, 'product'),
  },
  percent: {
    column: 'percent_discount',
    schema: z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, 'percent')
      .transform(Number)
      .pipe(z.number().min(1, 'percent').max(100, 'percent')),
  },
  expires: {
    column: 'caduca',
    schema: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : text))
      .pipe(z.iso.date('date').nullable()),
  },
  maxUses: { column: 'usos_max', schema: count },
  maxPerPerson: { column: 'usos_por_usuario', schema: count },
};

const { code, product, percent, expires, maxUses, maxPerPerson } = couponFields;

/** The form of a new coupon. */
export const couponInput = z.object({
  code: code.schema,
  product: product.schema,
  percent: percent.schema,
  expires: expires.schema,
  maxUses: maxUses.schema,
  maxPerPerson: maxPerPerson.schema,
});

export type CouponForm = z.input<typeof couponInput>;
