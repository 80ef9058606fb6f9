import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { missingPageId } from './missing-page-id';

/**
 * Redirects from a product's 404 to its preview if the signed-in person may see it. Only the 404 page makes this
 * request, and only for a person already known: product pages identify nobody.
 */
export function useRedirectToPreview(): void {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's content changes with the path
  useEffect(() => {
    const [, slug] = /^\/p\/([a-z0-9-]+)$/.exec(location.pathname) ?? [];
    if (!slug || !document.getElementById(missingPageId)) return;
    const ask = async () => {
      const response = await fetch(`/api/preview?slug=${slug}`);
      const { path } = (await response.json()) as { path?: string | null };
      if (path) location.replace(path);
    };
    // Without a response the 404 page stays.
    ask().catch(() => {});
  }, [pathname]);
}
