'use client';

import { useEffect } from 'react';

/** Counts a view of this product without delaying the page. */
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
