import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { missingPageId } from './missing-page-id';

/**
 * Leads a signed-in person from the 404 of a product to its preview, if it is for them. The page of a product asks nobody
 * who they are: only its 404 does, and only somebody who is known already.
 */
export function useLeadToPreview(): void {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes with the path
  useEffect(() => {
    const [, slug] = /^\/p\/([a-z0-9-]+)$/.exec(location.pathname) ?? [];
    if (!slug || !document.getElementById(missingPageId)) return;
    const ask = async () => {
      const response = await fetch(`/api/preview?slug=${slug}`);
      const { path } = (await response.json()) as { path?: string | null };
      if (path) location.replace(path);
    };
    // Without an answer the page stays what it is.
    ask().catch(() => {});
  }, [pathname]);
}
