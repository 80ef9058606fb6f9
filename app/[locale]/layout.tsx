import type { Metadata, Viewport } from 'next';
import { notFound } from 'next/navigation';
import { locale } from 'next/root-params';
import { hasLocale } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { displayFont, textFont } from '@/app/fonts';
import { classNames } from '@/components/ui/class-names';
import { FreshGroup } from '@/components/ui/fresh-page-client';
import { Toasts } from '@/components/ui/toasts-client';
import { linkPreview } from '@/lib/catalog/seo/metadata';
import { bootScript } from '@/lib/core/browser/boot-script.mjs';
import { env } from '@/lib/core/env';
import { addressIn, locales } from '@/lib/core/i18n/locales';
import './globals.css';

export function generateStaticParams() {
  return locales.map((locale) => ({ locale }));
}

export const viewport: Viewport = {
  themeColor: [{ media: '(prefers-color-scheme: dark)', color: '#0b0f1c' }, { color: '#0b0f1c' }],
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('meta');
  return {
    metadataBase: new URL(env().SITE_URL),
    title: { default: t('title'), template: `%s · UnStore` },
    description: t('description'),
    manifest: '/manifest.webmanifest',
    ...linkPreview(await getLocale()),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The middleware prefixes the path of every page with its language. A path without one is not a page.
  if (!hasLocale(locales, await locale())) notFound();
  const language = await getLocale();
  return (
    <html lang={language} className={classNames(displayFont.variable, textFont.variable)} suppressHydrationWarning>
      <head>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="UnStore"
          href={addressIn('/opensearch.xml', language)}
        />
      </head>
      <body className="bg-canvas text-ink antialiased">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        <FreshGroup>{children}</FreshGroup>
        <Toasts label={(await getTranslations('meta'))('toasts')} />
      </body>
    </html>
  );
}
