import { useEffect, useState } from 'react';
import { readStored, store } from '@/components/ui/browser-storage';

const keyOf = (slug: string) => `coupon:${slug}`;
const couponOf = (address: string) => new URL(address).searchParams.get('cupon')?.slice(0, 100);

/**
 * The `?cupon=` of the first page of the visit, for links to the whole shop or a category. On a product page, in the cart
 * and at the checkout it is the coupon of one product. A click before the scripts have loaded reloads the product page;
 * then that page is the referrer.
 */
function landingCoupon() {
  const pages = [performance.getEntriesByType?.('navigation')[0]?.name, document.referrer];
  const landing = pages.find((page) => page && !/^\/(p|cart|checkout)(\/|$)/.test(new URL(page).pathname));
  return landing ? couponOf(landing) : null;
}

/** The `?cupon=` of the address, stored while the tab is open: choosing an edition and a login change the address. */
export function useLinkedCoupon(slug: string): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const linked = couponOf(location.href);
    if (linked) store(keyOf(slug), linked, 'session');
    setCode(linked || (readStored(keyOf(slug), 'session') ?? landingCoupon()) || null);
  }, [slug]);
  return code;
}

/** Forgets the coupon of a product's link. */
export const forgetLinkedCoupon = (slug: string): void => store(keyOf(slug), '', 'session');
