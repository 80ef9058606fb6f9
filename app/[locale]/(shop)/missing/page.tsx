import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import ShopNotFound from '../not-found';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('errors'))('notFound'), robots: { index: false } };
}

/**
 * What the gates answer with 404 for an address that names nothing: a page with its title and its language, whole without
 * scripts, while Next.js draws what `notFound()` shows in the browser alone.
 */
export default ShopNotFound;
