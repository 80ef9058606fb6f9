'use client';

import { useEffect } from 'react';
import { keepVisit } from './visits';

/** Counts a view of this product in the background, with the visitor's source, and stores the visit in this tab. */
export function Visit({ slug }: { slug: string }) {
  useEffect(() => {
    const visit = {
      from: document.referrer,
      landing: performance.getEntriesByType('navigation')[0]?.name ?? location.href,
    };
    keepVisit(slug, visit);
    void fetch('/api/visit', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug, ...visit }),
    }).catch(() => undefined);
  }, [slug]);
  return null;
}
