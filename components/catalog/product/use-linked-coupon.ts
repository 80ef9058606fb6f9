import { useEffect, useState } from 'react';
import { readStored, store } from '@/components/ui/browser-storage';

const keyOf = (slug: string) => `coupon:${slug}`;
const couponOf = (address: string) => new URL(address).searchParams.get('cupon')?.slice(0, 100);

/**
 * The `?cupon=` of the page of another kind that the visit began with, as links to the whole shop or a category have. A
 * click before the scripts have come reloads the product page: then that page is the referrer.
 */
function landingCoupon() {
  const pages = [performance.getEntriesByType?.('navigation')[0]?.name, document.referrer];
  const landing = pages.find((page) => page && !page.includes('/p/'));
  return landing ? couponOf(landing) : null;
}

/** The `?cupon=` of the address, kept while the tab is open: choosing an edition and a login leave the address. */
export function useLinkedCoupon(slug: string): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const linked = couponOf(location.href);
    if (linked) store(keyOf(slug), linked, 'session');
    setCode(linked || (readStored(keyOf(slug), 'session') ?? landingCoupon()) || null);
  }, [slug]);
  return code;
}

/** Forgets the coupon that a link brought to a product. */
export const forgetLinkedCoupon = (slug: string): void => store(keyOf(slug), '', 'session');
