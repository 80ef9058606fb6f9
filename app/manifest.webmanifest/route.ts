import { getTranslations } from 'next-intl/server';
import { defaultLocale } from '@/lib/core/i18n/locales';

const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, purpose, type: 'image/png' });

/** Web app manifest, with which a browser installs the shop. */
export async function GET() {
  const t = await getTranslations({ locale: defaultLocale, namespace: 'meta' });
  const manifest = {
    id: '/',
    name: 'UnStore',
    short_name: 'UnStore',
    description: t('description'),
    lang: defaultLocale,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0b0f1c',
    theme_color: '#0b0f1c',
    icons: [
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable.png', '512x512', 'maskable'),
    ],
  };
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  });
}
