import { readStored, readStoredJson, store } from '@/components/ui/browser-storage';
import { usernamePattern } from '@/lib/account/names/username';
import { basketPath } from '@/lib/checkout';
import type { Basket, Selection } from '@/lib/checkout/types';
import { couponPattern } from '@/lib/vouchers/coupon-code';

/**
 * The one item of the cart as the browser keeps it: what was chosen, with its coupon and, of a gift, the username of who
 * gets it; and names and a price to show (docs/behaviour/checkout.md, "Cart").
 */
export type CartItem = {
  id: number;
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

const couponIn = (item: Partial<CartItem>) =>
  typeof item.cupon === 'string' && couponPattern.test(item.cupon) ? item.cupon : null;

/** Who a gift is for; null for a purchase for oneself, undefined for a gift to nobody. */
function recipientIn({ destinatario }: Partial<CartItem>): string | null | undefined {
  if (destinatario === undefined || destinatario === null) return null;
  return typeof destinatario === 'string' && usernamePattern.test(destinatario) ? destinatario : undefined;
}

/** What is in the browser's cart, or null. Anything that is not a cart is thrown away. */
export function readCart(): Basket | null {
  const item = readStoredJson(key) as Partial<CartItem> | null;
  const recipient = item ? recipientIn(item) : undefined;
  if (recipient === undefined) return null;
  if (item && named(item.producto, 'slug')) {
    const edicion = named(item.edicion, 'id') ? (item.edicion?.id ?? null) : null;
    const selection = { producto: item.producto?.slug ?? '', edicion, bundle: null };
    return { selection, coupon: couponIn(item), recipient };
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

/** Stores an item. If storage is not available, it still stands in the address. */
export function writeCart(item: Omit<CartItem, 'id'>): void {
  store(key, JSON.stringify({ id: Date.now(), ...item }));
}

export const clearCart = (): void => store(key, null);

/** What a purchase is of, whatever coupon it has. */
const goodsOf = (selection: Selection, recipient: string | null) =>
  basketPath('/cart', { selection, coupon: null, recipient });

/** Remembers, for this tab, what it goes to pay for. */
export const markPaying = (selection: Selection, recipient: string | null): void =>
  store(payingKey, goodsOf(selection, recipient), 'session');

/** After a purchase: empties the cart, once, unless something else has been put into it meanwhile. */
export function clearPaid(): void {
  const paid = readStored(payingKey, 'session');
  store(payingKey, null, 'session');
  const basket = readCart();
  if (basket && goodsOf(basket.selection, basket.recipient) === paid) clearCart();
}
