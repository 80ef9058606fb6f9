import { keepWish } from '@/components/checkout/gifts/wish-storage';
import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import { usernamePattern } from '@/lib/account/names/username';
import { basketPath } from '@/lib/checkout';
import type { Basket, Selection } from '@/lib/checkout/types';
import { couponIn } from '@/lib/vouchers/coupon-code';

/**
 * The one item of the cart as the browser keeps it: what was chosen, with its coupon and, of a gift, the username of who
 * gets it; and names and a price to show (docs/behaviour/checkout.md, "Cart").
 */
export type CartItem = {
  id: number;
  /** Whose it is: the next person at the same computer does not see it. */
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

/** Who a gift is for; null for a purchase for oneself, undefined for a gift to nobody. */
function recipientIn({ destinatario }: Partial<CartItem>): string | null | undefined {
  if (destinatario === undefined || destinatario === null) return null;
  return typeof destinatario === 'string' && usernamePattern.test(destinatario) ? destinatario : undefined;
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

/**
 * What is in the browser's cart, or null. Anything that is not a cart is left out, and so is that of somebody else.
 *
 * @param person the id of who looks; a cart from before it said whose it is belongs to them
 */
export function readCart(person: string): Basket | null {
  const item = stored();
  return (item?.persona ?? person) === person ? basketIn(item) : null;
}

/** Stores an item. If storage is not available, it still stands in the address. */
export function writeCart(item: Omit<CartItem, 'id'>): void {
  storeJson(key, { id: Date.now(), ...item });
}

export const clearCart = (): void => storeJson(key, null);

/** What a purchase is of, whatever coupon it has. */
const goodsOf = (selection: Selection, recipient: string | null) =>
  basketPath('/cart', { selection, coupon: null, recipient });

/** The parameters by which the last page of a purchase names its payment. */
const paymentNames = ['session_id', 'token', 'pago'];

/** How the query of the last page of a purchase names its payment; null if it names none. */
export function paymentIn(query: string): string | null {
  const parameters = new URLSearchParams(query);
  return paymentNames.map((name) => parameters.get(name)).find((value) => value !== null) ?? null;
}

/**
 * Remembers what goes to be paid for.
 *
 * @param payment as the last page will name it, which may open in another tab: the app of PayPal returns to a new one
 */
export const markPaying = (selection: Selection, recipient: string | null, payment: string | null): void =>
  storeJson(payingKey, { payment, goods: goodsOf(selection, recipient) });

/**
 * After a purchase: empties the cart, once, unless something else has been put into it meanwhile, and forgets what was
 * said of a gift.
 *
 * @param query of the page on which the purchase ends
 */
export function clearPaid(query: string): void {
  const paying = readStoredJson(payingKey) as { payment?: unknown; goods?: unknown } | null;
  if (!paying || paying.payment !== paymentIn(query)) return;
  storeJson(payingKey, null);
  const recipient = new URLSearchParams(String(paying.goods).split('?')[1]).get('destinatario');
  if (recipient) keepWish(recipient, null);
  const basket = basketIn(stored());
  if (basket && goodsOf(basket.selection, basket.recipient) === paying.goods) clearCart();
}
