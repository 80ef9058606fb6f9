'use client';

import { useEffect } from 'react';

/** Counts a view of this product in the background, with the visitor's source, and keeps in this tab where they found it. */
export function Visit({ slug }: { slug: string }) {
  useEffect(() => {
    void import('./sale-origin').then(({ keepOrigin }) => keepOrigin(slug)).catch(() => undefined);
    void fetch('/api/visit', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        slug,
        from: document.referrer,
        landing: performance.getEntriesByType('navigation')[0]?.name,
      }),
    }).catch(() => undefined);
  }, [slug]);
  return null;
}
