import type { Metadata } from 'next';
import { type Locale, locales } from '@/lib/core/i18n/locales';

/** Canonical address and language alternatives of a public page (`?lng=` chooses the language). */
export const alternates = (path: string): Metadata['alternates'] => ({
  canonical: path,
  languages: {
    ...Object.fromEntries(locales.map((locale) => [locale, `${path}?lng=${locale}`])),
    'x-default': path,
  },
});

const territories: Record<Locale, string> = { es: 'es_ES', en: 'en_GB' };
const shopPicture = { url: '/share.jpg', alt: 'UnStore', width: 1200, height: 630 };

/**
 * What is shown of a page where somebody shares a link to it. A page that says more than its layout has to say all of
 * it: Next.js takes one `openGraph` or the other.
 *
 * @param own what is of this page alone; without a picture it is that of the shop
 */
export const linkPreview = (
  locale: Locale,
  own: { path?: string; title?: string; picture?: { url: string; alt: string } } = {},
): Pick<Metadata, 'openGraph' | 'twitter'> => ({
  openGraph: {
    siteName: 'UnStore',
    type: 'website',
    locale: territories[locale],
    images: [own.picture ?? shopPicture],
    ...(own.path && { url: own.path }),
    ...(own.title && { title: own.title }),
  },
  twitter: { card: 'summary_large_image' },
});
