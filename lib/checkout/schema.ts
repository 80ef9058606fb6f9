import { z } from 'zod';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { usernamePattern } from '@/lib/account/names/username';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { cleanCode } from '@/lib/vouchers/clean-code';
import { couponPattern, typedCoupon } from '@/lib/vouchers/coupon-code';
import { consentPattern } from './consent';
import { longestMessage } from './gifts';

const text = (pattern: RegExp) => z.string().trim().regex(pattern);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

const purchase = z.object({
  producto: optional(text(slugPattern).max(longestSlug)),
  edicion: optional(z.uuid()),
  bundle: optional(z.uuid()),
  cupon: optional(typedCoupon()),
  /** Username of the person it is a gift for. */
  destinatario: optional(text(usernamePattern)),
  /** Not for a pack of UnCoins, nor for a gift: its recipient says it. For what needs one, the database refuses its absence. */
  minecraftName: optional(z.string().trim().regex(minecraftName.pattern, 'nombre_minecraft_no_valido')),
  /** What the giver writes with a gift. */
  mensaje: optional(z.string().max(2 * longestMessage)),
  /** The day on which a gift is given; without it, as soon as it is paid. */
  fechaEntrega: optional(z.iso.date()),
  /** The version of the consent that was ticked; the database refuses its absence where one is needed. */
  consentimiento: optional(text(consentPattern)),
  /** Made once by the page, so that pressing twice is one purchase. */
  intento: z.uuid().default(() => crypto.randomUUID()),
});

const oneThing = ({ producto, bundle }: { producto: string | null; bundle: string | null }) =>
  (producto === null) !== (bundle === null);

/**
 * Body of POST /api/create-checkout-session (docs/behaviour/checkout.md, "Paths that start a payment"). `producto` is a
 * slug. `userId` and `precioPagado` are accepted but ignored: the session says who buys, and the database what it
 * costs.
 */
export const checkoutSessionBody = purchase
  .extend({ metodoPago: z.literal('tarjeta').default('tarjeta') })
  .refine(oneThing, 'datos_no_validos');

/**
 * Body of POST /api/create-order (docs/behaviour/checkout.md, "Paths that start a payment"). `precio`, `userId`,
 * `productoId` and `esReserva` are accepted but ignored.
 */
export const createOrderBody = purchase.refine(oneThing, 'datos_no_validos');

/** Input of the free claim and of a payment in coins. */
export const claimInput = purchase.refine(oneThing, 'datos_no_validos');

/** Input after turning back at the provider: what was to be bought, and for whom. */
export const leaveInput = purchase
  .pick({ producto: true, edicion: true, bundle: true, destinatario: true })
  .refine(oneThing);

export type PurchaseInput = z.output<typeof claimInput>;

/** Input of the coupon field; its messages are keys of `cart.coupon`. */
export const couponInput = z.object({
  producto: text(slugPattern).max(longestSlug),
  edicion: optional(z.uuid()),
  destinatario: optional(text(usernamePattern)),
  codigo: z.string().transform(cleanCode).pipe(z.string().min(1, 'empty').regex(couponPattern, 'invalid')),
});
