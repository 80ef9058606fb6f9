import { z } from 'zod';
import { categories } from '@/lib/catalog/categories';
import { slugPattern } from '@/lib/catalog/slug';
import { readEuros } from '@/lib/core/money';
import { typedCoupon } from './coupon-code';

/** A coupon, as panel lists and edits show it. */
export const couponRow = z
  .object({
    id: z.string(),
    codigo: z.string(),
    ambito: z.enum(['producto', 'creador', 'categoria', 'tienda']),
    slug: z.string().nullable(),
    producto: z.string().nullable(),
    producto_en: z.string().nullable(),
    creador: z.string().nullable(),
    categoria: z.enum(categories).nullable(),
    percent_discount: z.number().int().nullable(),
    descuento_centimos: z.number().int().nullable(),
    minimo_centimos: z.number().int().nullable(),
    desde_at: z.string().nullable(),
    caduca_at: z.string().nullable(),
    /** When its creator stopped it. */
    parado_at: z.string().nullable(),
    usos_max: z.number().int().nullable(),
    usos_por_usuario: z.number().int().nullable(),
    primera_compra: z.boolean(),
    usos: z.number().int(),
    es_de_creador: z.boolean(),
  })
  .transform((row) => ({
    id: row.id,
    code: row.codigo,
    scope: row.ambito,
    product: row.slug,
    productName: row.producto,
    productNameEn: row.producto_en,
    creator: row.creador,
    category: row.categoria,
    percent: row.percent_discount,
    amountCents: row.descuento_centimos,
    leastCents: row.minimo_centimos,
    startsAt: row.desde_at,
    expiresAt: row.caduca_at,
    isStopped: row.parado_at !== null,
    maxUses: row.usos_max,
    maxPerPerson: row.usos_por_usuario,
    isFirstPurchase: row.primera_compra,
    uses: row.usos,
    /** True if a creator made the coupon, who alone can change it. */
    isCreators: row.es_de_creador,
  }));

export type Coupon = z.output<typeof couponRow>;

const count = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number({ error: 'count' }).int('count').min(1, 'count').max(1_000_000, 'count').nullable());

const optional = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(schema.nullable());
const euros = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return null;
    const read = readEuros(text);
    if (read > 0) return read;
    context.addIssue({ code: 'custom', message: 'euros' });
    return z.NEVER;
  });

/** Scopes of coupons of the shop. */
export const couponScopes = ['tienda', 'categoria', 'creador', 'producto'] as const;

/**
 * The editable fields of a coupon, with columns. An empty limit means no limit; amounts are in euros. Messages are codes of
 * the catalogue.
 */
export const couponFields = {
  code: { column: 'codigo', schema: typedCoupon('code') },
  scope: { column: 'ambito', schema: z.enum(couponScopes) },
  product: { column: 'slug', schema: optional(z.string().regex(slugPattern, 'product')) },
  creator: {
    column: 'creador',
    // A username, with or without the `@` that profiles show.
    schema: optional(
      z
        .string()
        .regex(/^@?\w{3,20}$/, 'creator')
        .transform((name) => name.replace('@', '')),
    ),
  },
  category: { column: 'categoria', schema: optional(z.enum(categories, 'category')) },
  percent: {
    column: 'percent_discount',
    schema: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : Number(text)))
      .pipe(z.number({ error: 'percent' }).int('percent').min(1, 'percent').max(100, 'percent').nullable()),
  },
  amount: { column: 'importe', schema: euros },
  least: { column: 'minimo', schema: euros },
  starts: { column: 'desde', schema: optional(z.iso.date('date')) },
  expires: { column: 'caduca', schema: optional(z.iso.date('date')) },
  maxUses: { column: 'usos_max', schema: count },
  maxPerPerson: { column: 'usos_por_usuario', schema: count },
  firstPurchase: { column: 'primera_compra', schema: z.boolean() },
};

const f = couponFields;

/** The form of a new coupon. It requires the object of its scope, and exactly one of percentage and amount. */
export const couponInput = z
  .object({
    code: f.code.schema,
    scope: f.scope.schema,
    product: f.product.schema,
    creator: f.creator.schema,
    category: f.category.schema,
    percent: f.percent.schema,
    amount: f.amount.schema,
    least: f.least.schema,
    starts: f.starts.schema,
    expires: f.expires.schema,
    maxUses: f.maxUses.schema,
    maxPerPerson: f.maxPerPerson.schema,
    firstPurchase: f.firstPurchase.schema,
  })
  .check(({ value, issues }) => {
    const wrong = (name: keyof typeof value) =>
      issues.push({ code: 'custom', input: value[name], path: [name], message: name === 'amount' ? 'euros' : name });
    if (value.scope === 'producto' && value.product === null) wrong('product');
    if (value.scope === 'creador' && value.creator === null) wrong('creator');
    if (value.scope === 'categoria' && value.category === null) wrong('category');
    if ((value.percent === null) === (value.amount === null)) {
      wrong('percent');
      wrong('amount');
    }
  });

export type CouponForm = z.input<typeof couponInput>;
