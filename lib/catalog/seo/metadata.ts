import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { addressIn, type Locale, locales } from '@/lib/core/i18n/locales';
import { feedPath } from './feed-xml';
import { sharedSize, sharePath } from './share-picture';

const territories: Record<Locale, string> = { es: 'es_ES', en: 'en_GB' };
const shopPicture = { url: '/share.jpg', alt: 'UnStore', type: 'image/jpeg', ...sharedSize };

/** The link preview of any page. */
export const linkPreview = (locale: Locale): Pick<Metadata, 'openGraph' | 'twitter'> => ({
  openGraph: { siteName: 'UnStore', type: 'website', locale: territories[locale], images: [shopPicture] },
  twitter: { card: 'summary_large_image' },
});

/**
 * Metadata of a public page: canonical address, alternates per language, and link preview. The language of the browser
 * has the same canonical address as `?lng=`.
 *
 * @param own values of this page; without a picture of storage, that of the shop
 */
export async function publicPage(
  path: string,
  own: { title?: string; picture?: { url: string; alt: string }; oembed?: string; feed?: string } = {},
): Promise<Metadata> {
  const locale = await getLocale();
  const canonical = addressIn(path, locale);
  const languages = Object.fromEntries(locales.map((language) => [language, addressIn(path, language)]));
  const { openGraph, twitter } = linkPreview(locale);
  const shared = own.picture && sharePath(own.picture.url);
  return {
    alternates: {
      canonical,
      languages: { ...languages, 'x-default': path },
      types: {
        'application/atom+xml': own.feed ?? feedPath(locale),
        ...(own.oembed && { 'application/json+oembed': own.oembed }),
      },
    },
    openGraph: {
      ...openGraph,
      url: canonical,
      ...(own.title && { title: own.title }),
      ...(shared &&
        own.picture && { images: [{ url: shared, alt: own.picture.alt, type: 'image/jpeg', ...sharedSize }] }),
    },
    twitter,
  };
}
