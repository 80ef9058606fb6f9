import { useEffect, useState } from 'react';
import { readStored, store } from '@/components/ui/browser-storage';

const keyOf = (slug: string) => `coupon:${slug}`;

/** The `?cupon=` of the address, kept while the tab is open: choosing an edition and a login leave the address. */
export function useLinkedCoupon(slug: string): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const linked = new URLSearchParams(location.search).get('cupon')?.slice(0, 100);
    if (linked) store(keyOf(slug), linked, 'session');
    setCode(linked || readStored(keyOf(slug), 'session'));
  }, [slug]);
  return code;
}

/** Forgets the coupon that a link brought to a product. */
export const forgetLinkedCoupon = (slug: string): void => store(keyOf(slug), null, 'session');
