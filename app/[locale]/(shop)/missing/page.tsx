import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import ShopNotFound from '../not-found';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('errors'))('notFound'), robots: { index: false } };
}

/**
 * The middleware's 404 response for unknown addresses: a page with title and language that works without scripts, while
 * Next.js renders `notFound()` only in the browser.
 */
export default ShopNotFound;
