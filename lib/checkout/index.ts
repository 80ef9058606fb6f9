import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import type { PageQuery } from '@/lib/core/http/page-query';
import { isUuid } from '@/lib/core/uuid';
import { couponIn } from '@/lib/vouchers/coupon-code';
import { isRecipient } from './gifts';
import type { Basket } from './types';

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || null;

/**
 * Parses a basket from an address: `producto` (slug) and `edicion`, or `bundle`, `cupon`, and the `destinatario`'s
 * username of a gift, or `*` for a gift by link. In the address it survives a reload and a login; it never contains a price
 * (docs/behaviour/checkout.md, "What is bought").
 *
 * @returns null if the address contains nothing that can be bought
 */
export function parseBasket(query: PageQuery): Basket | null {
  const { producto: slugs, edicion: editions, bundle: bundles, cupon, destinatario } = query;
  const [producto, edicion, bundle, coupon, username] = [slugs, editions, bundles, cupon, destinatario].map(one);
  // Without its recipient, a gift would become a purchase for oneself.
  if (username && !isRecipient(username)) return null;
  const recipient = username ?? null;
  const entered = couponIn(coupon);
  if (producto && producto.length <= longestSlug && slugPattern.test(producto)) {
    if (edicion && !isUuid(edicion)) return null;
    return { selection: { producto, edicion: edicion ?? null, bundle: null }, coupon: entered, recipient };
  }
  if (bundle && isUuid(bundle))
    return { selection: { producto: null, edicion: null, bundle }, coupon: null, recipient };
  return null;
}

/** The address of `/cart` or `/checkout` for a basket. */
export function basketPath(path: '/cart' | '/checkout', { selection, coupon, recipient }: Basket): string {
  const query = new URLSearchParams();
  if (selection.producto) query.set('producto', selection.producto);
  if (selection.edicion) query.set('edicion', selection.edicion);
  if (selection.bundle) query.set('bundle', selection.bundle);
  if (coupon) query.set('cupon', coupon);
  if (recipient) {
    query.set('modoCompra', 'regalo');
    query.set('destinatario', recipient);
  }
  return `${path}?${query}`;
}

/** Identity of what is bought and for whom, independent of a coupon: its address in the cart. */
export const goodsOf = ({ selection, recipient }: Omit<Basket, 'coupon'>): string =>
  basketPath('/cart', { selection, coupon: null, recipient });
