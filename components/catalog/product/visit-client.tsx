'use client';

import { useEffect } from 'react';

/** Tells the shop that this product was looked at, without holding up the page. */
export function Visit({ slug }: { slug: string }) {
  useEffect(() => {
    void fetch('/api/visit', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug }),
    }).catch(() => undefined);
  }, [slug]);
  return null;
}
