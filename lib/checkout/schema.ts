import { z } from 'zod';
import { anyMinecraftName } from '@/lib/account/names/minecraft-name';
import { pagePerson } from '@/lib/account/other-person';
import { saleSources, tagPattern } from '@/lib/catalog/sale-source';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { visible } from '@/lib/core/visible';
import { cleanCode } from '@/lib/vouchers/clean-code';
import { couponPattern, typedCoupon } from '@/lib/vouchers/coupon-code';
import { consentPattern } from './consent';
import { isRecipient, longestMessage } from './gifts';

const text = (pattern: RegExp) => z.string().trim().regex(pattern);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

const origin = z
  .object({ fuente: z.enum(saleSources), etiqueta: z.string().regex(tagPattern).nullable().catch(null) })
  .transform(({ fuente, etiqueta }) => ({ fuente, etiqueta: fuente === 'enlace' ? etiqueta : null }))
  .nullable()
  .catch(null);

const purchase = z.object({
  producto: optional(text(slugPattern).max(longestSlug)),
  edicion: optional(z.uuid()),
  bundle: optional(z.uuid()),
  cupon: optional(typedCoupon()),
  /** Username of the gift's recipient, or `*` for a gift by link. */
  destinatario: optional(z.string().trim().refine(isRecipient)),
  /** Not for packs of UnCoins and gifts. The database requires it for all others. */
  minecraftName: optional(z.string().trim().regex(anyMinecraftName.pattern, 'nombre_minecraft_no_valido')),
  /** The message of a gift. */
  mensaje: optional(z.string().max(2 * longestMessage)),
  /** The mail address for the link of a gift to anybody. */
  correoRegalo: optional(
    z
      .string()
      .overwrite(visible)
      .max(254, 'correo_no_valido')
      .refine((address) => address === '' || z.email().safeParse(address).success, 'correo_no_valido')
      .transform((address) => address || null),
  ),
  /** The delivery day of a gift; immediately without one. */
  fechaEntrega: optional(z.iso.date()),
  /** The version of the given consent; the database requires it where needed. */
  consentimiento: optional(text(consentPattern)),
  /** The source of the purchase, for statistics only. An unknown source is ignored. */
  procedencia: origin,
  persona: pagePerson,
  /** The total that the buyer saw, in cents or coins; another price is refused. */
  total: optional(z.int().min(0)),
  /** Created once by the page, so that a repeated press does not buy twice. */
  intento: z.uuid().default(() => crypto.randomUUID()),
});

const hasOneItem = ({ producto, bundle }: { producto: string | null; bundle: string | null }) =>
  (producto === null) !== (bundle === null);

/**
 * Body of POST /api/create-checkout-session (docs/behaviour/checkout.md, "Paths that start a payment"). `producto` is a
 * slug. `userId` and `precioPagado` are accepted but ignored: buyer and price come from the session and the database.
 */
export const checkoutSessionBody = purchase
  .extend({ metodoPago: z.literal('tarjeta').default('tarjeta') })
  .refine(hasOneItem, 'datos_no_validos');

/**
 * Input of a free claim and of a payment in coins, and body of POST /api/create-order (docs/behaviour/checkout.md, "Paths
 * that start a payment"), which may have `precio`, `userId`, `productoId` and `esReserva`: they are ignored.
 */
export const purchaseInput = purchase.refine(hasOneItem, 'datos_no_validos');

/** Input after a cancellation at the provider: the goods and the recipient. */
export const leaveInput = purchase
  .pick({ producto: true, edicion: true, bundle: true, destinatario: true })
  .refine(hasOneItem);

export type PurchaseInput = z.output<typeof purchaseInput>;

/** Input of the coupon field. Its messages are keys of `cart.coupon`. */
export const couponInput = z.object({
  producto: text(slugPattern).max(longestSlug),
  edicion: optional(z.uuid()),
  destinatario: optional(z.string().trim().refine(isRecipient)),
  codigo: z.string().transform(cleanCode).pipe(z.string().min(1, 'empty').regex(couponPattern, 'invalid')),
});
