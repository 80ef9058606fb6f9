'use client';

import { useEffect } from 'react';
import { useMe } from '@/components/account/use-me';

/**
 * Leads from the 404 of a product to its preview, whom it is for. The page of a product asks nobody who they are: only
 * its 404 does, and only a signed-in person's.
 */
export function LeadToPreview() {
  const isSignedIn = useMe().status === 'user';
  useEffect(() => {
    const [, slug] = /^\/p\/([a-z0-9-]+)$/.exec(location.pathname) ?? [];
    if (!isSignedIn || !slug) return;
    const ask = async () => {
      const response = await fetch(`/api/preview?slug=${slug}`);
      const { path } = (await response.json()) as { path?: string | null };
      if (path) location.replace(path);
    };
    // Without an answer the page stays what it is.
    ask().catch(() => {});
  }, [isSignedIn]);
  return null;
}
