import { keepWish } from '@/components/checkout/gifts/wish-storage';
import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import { goodsOf } from '@/lib/checkout';
import { isRecipient } from '@/lib/checkout/gifts';
import type { Basket, Selection } from '@/lib/checkout/types';
import { couponIn } from '@/lib/vouchers/coupon-code';

/**
 * The single item of the cart as stored in the browser: the selection, its coupon, the recipient's username of a gift,
 * and a name and a price to show (docs/behaviour/checkout.md, "Cart").
 */
export type CartItem = {
  id: number;
  /** Owner of the cart: the next person at the same computer does not see it. */
  persona: string;
  producto: { slug: string; nombre: string } | null;
  edicion: { id: string; nombre: string } | null;
  bundle: { id: string; nombre: string } | null;
  precio: number;
  cupon: string | null;
  destinatario: string | null;
};

const key = 'cart';
const payingKey = 'paying';

const named = (value: unknown, field: 'id' | 'slug'): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[field] === 'string';

/** Recipient of a gift; null for a purchase for oneself, undefined for a gift without a recipient. */
function recipientIn({ destinatario }: Partial<CartItem>): string | null | undefined {
  if (destinatario === null) return null;
  return typeof destinatario === 'string' && isRecipient(destinatario) ? destinatario : undefined;
}

function basketIn(item: Partial<CartItem> | null): Basket | null {
  const recipient = item ? recipientIn(item) : undefined;
  if (recipient === undefined) return null;
  if (item && named(item.producto, 'slug')) {
    const edicion = named(item.edicion, 'id') ? (item.edicion?.id ?? null) : null;
    const selection = { producto: item.producto?.slug ?? '', edicion, bundle: null };
    return { selection, coupon: couponIn(item.cupon), recipient };
  }
  if (item && named(item.bundle, 'id')) {
    return {
      selection: { producto: null, edicion: null, bundle: item.bundle?.id ?? '' },
      coupon: null,
      recipient,
    };
  }
  return null;
}

const stored = () => readStoredJson(key) as Partial<CartItem> | null;

/** Reads this person's cart in the browser; null if it is empty, invalid or another person's. */
export function readCart(person: string): Basket | null {
  const item = stored();
  return item?.persona === person ? basketIn(item) : null;
}

/** Stores an item. If storage is unavailable, the address still contains it. */
export function writeCart(item: Omit<CartItem, 'id'>): void {
  storeJson(key, { id: Date.now(), ...item });
}

/** A purchase that another one replaced. */
export type Replaced = { name: string; basket: Basket };

/**
 * Stores an item, and returns the other purchase of the same person that it replaces. The same goods with another
 * coupon do not count as another purchase.
 */
export function replaceCart(item: Omit<CartItem, 'id'>): Replaced | null {
  const before = stored();
  const basket = readCart(item.persona);
  writeCart(item);
  const now = basketIn(item);
  if (!basket || !now || goodsOf(basket) === goodsOf(now)) return null;
  const name = before?.producto?.nombre ?? before?.bundle?.nombre;
  return typeof name === 'string' && name !== '' ? { name, basket } : null;
}

/** Empties the stored cart if it contains these goods (`goodsOf`). */
export function forgetGoods(goods: string): void {
  const basket = basketIn(stored());
  if (basket && goodsOf(basket) === goods) storeJson(key, null);
}

/** Query parameters that identify the payment on the confirmation page. */
const paymentNames = ['session_id', 'token', 'pago'];

/** Payment id in the confirmation page's query; null if it has none. */
export function paymentIn(query: string): string | null {
  const parameters = new URLSearchParams(query);
  return paymentNames.map((name) => parameters.get(name)).find((value) => value !== null) ?? null;
}

/**
 * Stores the basket that is being paid for.
 *
 * @param payment its id on the confirmation page, which may open in another tab: the PayPal app returns to a new one
 */
export const markPaying = (selection: Selection, recipient: string | null, payment: string | null): void =>
  storeJson(payingKey, { payment, goods: goodsOf({ selection, recipient }) });

/**
 * After a purchase: clears the cart once, unless its content has changed, and the stored message of a gift.
 *
 * @param query query of the confirmation page
 */
export function clearPaid(query: string): void {
  const paying = readStoredJson(payingKey) as { payment?: unknown; goods?: unknown } | null;
  if (!paying || paying.payment !== paymentIn(query)) return;
  storeJson(payingKey, null);
  const goods = String(paying.goods);
  keepWish(goods, null);
  forgetGoods(goods);
}
