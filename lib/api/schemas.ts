import { z } from 'zod';
import { categories } from '@/lib/catalog/categories';
import { productStatuses } from '@/lib/catalog/types';
import { day } from '@/lib/core/supabase/cursor';
import type { saleStates } from '@/lib/creators/sales/types';
import type { reviewStates } from '@/lib/publish/types';
import { problems } from './problem';
import { scopes } from './scopes';

/** The schemas of the description by their names. */
export const schemas = z.registry<{ id: string }>();
const named = <Schema extends z.ZodType>(id: string, schema: Schema): Schema => {
  schemas.add(schema, { id });
  return schema;
};

export const id = z.uuid();
export const ownProduct = z.uuid().describe('A product of yours');
const moment = z.iso.datetime({ offset: true });
const cents = z.int().describe('Cents of a euro');
const price = cents.min(0);

/** The query of every list. */
export const page = {
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('Entries of a page'),
  cursor: z.string().max(120).optional().describe('`next_cursor` of the page before'),
};

/** A page of a list; the last one has no `next_cursor`. */
const listOf = <Entry extends z.ZodType>(name: string, entry: Entry) =>
  named(name, z.object({ data: z.array(entry), next_cursor: z.string().nullable() }));

export const problemSchema = named(
  'Problem',
  z
    .object({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      code: z.enum(Object.keys(problems) as [keyof typeof problems, ...Array<keyof typeof problems>]),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    })
    .describe('A refusal (RFC 9457)'),
);

export const apiKey = named(
  'Key',
  z.object({ name: z.string(), scopes: z.array(z.enum(scopes)), created_at: moment, expires_at: moment }),
);

/** The states of a review under their names of the API. */
export const reviewNames = {
  pendiente: 'pending',
  aprobada: 'approved',
  rechazada: 'rejected',
  sustituida: 'replaced',
  cancelada: 'withdrawn',
  cambios_pedidos: 'changes_requested',
} as const satisfies Record<(typeof reviewStates)[number], string>;

const product = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  name_en: z.string().nullable(),
  status: z.enum(productStatuses),
  category: z.enum(categories),
  price_cents: price,
  offer_cents: price.nullable(),
  available: z.boolean(),
  version: z.string().nullable().describe('The newest approved version'),
  created_at: moment,
  published_at: moment.nullable(),
  archived_at: moment.nullable(),
});

export const productPage = listOf('ProductPage', named('Product', product));

export const productDetail = named(
  'ProductDetail',
  product.extend({
    compatible: z.array(z.string()).describe('Versions of the game'),
    editions: z.array(z.object({ id, name: z.string(), price_cents: price, offer_cents: price.nullable() })),
    versions: z
      .array(
        z.object({
          version: z.string(),
          changes: z.string(),
          changes_en: z.string().nullable(),
          compatible: z.array(z.string()),
          created_at: moment,
        }),
      )
      .describe('The last twenty approved ones, newest first'),
    review: z
      .object({
        state: z.enum(reviewNames),
        sent_at: moment,
        decided_at: moment.nullable(),
        position: z.int().nullable().describe('Place in the queue'),
        reasons: z.array(z.string()),
        note: z.string().nullable(),
      })
      .nullable()
      .describe('The newest submission; null if there never was one'),
  }),
);

export const newUpload = named(
  'NewUpload',
  z.strictObject({
    name: z.string().trim().min(1).max(255).describe('The file name, with its ending'),
    bytes: z.int().min(1).describe('The size of the file'),
  }),
);

export const upload = named(
  'Upload',
  z.object({
    upload_id: z.string().describe('Names the file in a new version'),
    url: z.url().describe('Where to `PUT` the bytes of the file, once, within two hours'),
    method: z.literal('PUT'),
  }),
);

export const newVersion = named(
  'NewVersion',
  z.strictObject({
    version: z.string().trim().min(1).max(20),
    changes: z.string().trim().max(2_000).default('').describe('What is new, in Spanish'),
    changes_en: z.string().trim().max(2_000).default('').describe('What is new, in English'),
    compatible: z.array(z.string().max(9)).max(30).optional().describe('Versions of the game; unchanged without it'),
    edition_id: id.optional().describe('The edition whose file it is; without it, the file of the product'),
    file: z
      .strictObject({
        upload_id: z.string().max(200),
        bytes: z.int().min(1),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        name: z.string().trim().min(1).max(255).optional().describe('The name under which buyers save it'),
      })
      .optional()
      .describe('The file sent to the address of an upload; unchanged without it'),
  }),
);

export const submitted = named(
  'Submitted',
  z.object({ product_id: id, version: z.string(), state: z.literal('pending') }),
);

export const ownership = named(
  'Ownership',
  z.object({
    product_id: id,
    player: z.string(),
    owns: z.boolean(),
    since: moment.nullable(),
    editions: z.array(z.object({ id, name: z.string() })),
  }),
);

/** The states of a sale under their names of the API. */
export const saleNames = {
  en_disputa: 'disputed',
  reembolsada: 'refunded',
  reembolsada_en_parte: 'partly_refunded',
  retenida: 'held',
  disponible: 'available',
} as const satisfies Record<(typeof saleStates)[number], string>;
export const saleState = z.enum(saleNames);

export const salePage = listOf(
  'SalePage',
  named(
    'Sale',
    z.object({
      order_id: id,
      created_at: moment,
      product_id: id.nullable(),
      product: z.string(),
      edition: z.string().nullable(),
      bundle: z.string().nullable(),
      is_gift: z.boolean(),
      method: z.enum(['card', 'paypal', 'uncoins', 'free']),
      list_cents: cents,
      paid_cents: cents,
      share_cents: cents.describe('Your part of the sale'),
      net_cents: cents.describe('Your part after refunds and disputes'),
      available_at: moment,
      state: saleState,
    }),
  ),
);

const coupon = z.object({
  id,
  code: z.string(),
  product_slug: z.string(),
  percent: z.int().nullable(),
  amount_cents: cents.nullable(),
  minimum_cents: cents.nullable(),
  from: moment.nullable(),
  to: moment.nullable(),
  stopped_at: moment.nullable(),
  max_uses: z.int().nullable(),
  max_uses_per_person: z.int().nullable(),
  created_at: moment,
  uses: z.int(),
  sold_cents: cents,
  given_cents: cents.describe('What it took from your share'),
});
export const couponPage = listOf('CouponPage', named('Coupon', coupon));

const couponDay = day.describe('A day in Spain');
const couponCents = z.int().min(1).max(999_999);
export const newCoupon = named(
  'NewCoupon',
  z
    .strictObject({
      product_id: id,
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][\w-]{2,39}$/),
      percent: z.int().min(1).max(100).optional(),
      amount_cents: couponCents.optional(),
      minimum_cents: couponCents.optional(),
      from: couponDay.optional(),
      to: couponDay.optional(),
      max_uses: z.int().min(1).max(999_999).optional(),
      max_uses_per_person: z.int().min(1).max(999_999).optional(),
    })
    .describe('Either `percent` or `amount_cents`'),
);
export const created = named('Created', z.object({ id }));

export const balance = named(
  'Balance',
  z.object({
    total_cents: cents,
    available_cents: cents,
    held_cents: cents.describe('Too recent for a payout'),
    disputed_cents: cents,
    in_payout_cents: cents,
    paid_cents: cents,
    debt_cents: cents,
    holding_days: z.int(),
    next_at: moment.nullable().describe('When the next held cents become available'),
  }),
);

const licenceAsked = {
  license_key: z.string().trim().min(1).max(64),
  product_id: id,
};
const instance = z
  .string()
  .regex(/^[\x20-\x7e]{1,100}$/)
  .describe('What the program calls the server that it runs on');

export const licenceRequest = named(
  'LicenseRequest',
  z.strictObject({ ...licenceAsked, instance: instance.optional() }),
);
export const namedLicenceRequest = named('NamedLicenseRequest', z.strictObject({ ...licenceAsked, instance }));

export const licenceCheck = named(
  'LicenseCheck',
  z.object({
    valid: z.boolean().describe('Whether the key is of an order of the product that stands'),
    activated: z.boolean().describe('Whether it is active on the named server'),
    license: z
      .object({
        id,
        product_id: id,
        edition_id: id.nullable(),
        activations: z.int(),
        activation_limit: z.int(),
      })
      .nullable()
      .describe('Null for a key that is not valid'),
    proof: z
      .string()
      .nullable()
      .describe('A JWT (EdDSA) for an active key, to be checked without the shop for seven days'),
  }),
);
