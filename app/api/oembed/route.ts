import { embedCode, embedSizes } from '@/lib/catalog/embed/embed';
import { getProductBySlug } from '@/lib/catalog/product';
import { sharedSize, sharePath } from '@/lib/catalog/seo/share-picture';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { creatorPath } from '@/lib/core/http/segments';
import { defaultLocale, localeParam, parseLocale } from '@/lib/core/i18n/locales';
import { findDestination } from '@/lib/gates/address';
import { readPath } from '@/lib/gates/routes';

// Readers of oEmbed run on other sites, some of them in browsers.
const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const refuse = (status: number, error: string) => Response.json({ error }, { status, headers: open });

/** The slug and the language of the address of a product page; null for anything else. */
function readAddress(address: string, siteUrl: string) {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, searchParams } = new URL(address);
  const slug = /^\/p\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (origin !== new URL(siteUrl).origin || !slug || readPath(slug) === null) return null;
  return { slug, locale: parseLocale(searchParams.get(localeParam)) ?? defaultLocale };
}

/** The card of a product for sites that ask by oEmbed (https://oembed.com). */
export const GET = orOutage(async (request: Request) => {
  const { searchParams } = new URL(request.url);
  const { SITE_URL } = env();
  if ((searchParams.get('format') ?? 'json') !== 'json') return refuse(501, 'formato_no_disponible');
  const asked = readAddress(searchParams.get('url') ?? '', SITE_URL);
  const destination = asked ? await findDestination(`/p/${asked.slug}`) : 'nothing';
  if (!asked || destination === 'nothing') return refuse(404, 'no_existe');
  const slug = destination === 'page' ? asked.slug : (destination.address.split('/').at(-1) ?? '');
  const product = await getProductBySlug(asked.locale, slug);
  if (!product) return refuse(404, 'no_existe');
  const most = (name: string) => {
    const limit = Math.floor(Number(searchParams.get(name)));
    return limit > 0 ? limit : Number.POSITIVE_INFINITY;
  };
  const [widest, highest] = [most('maxwidth'), most('maxheight')];
  const size = { width: Math.min(embedSizes.card.width, widest), height: Math.min(embedSizes.card.height, highest) };
  const hasRoom = sharedSize.width <= widest && sharedSize.height <= highest;
  const picture = hasRoom ? sharePath(product.bannerUrl ?? product.coverUrl) : null;
  const creator = product.creator;
  return Response.json(
    {
      version: '1.0',
      type: 'rich',
      provider_name: 'UnStore',
      provider_url: SITE_URL,
      title: product.name,
      ...(creator && {
        author_name: creator.displayName,
        author_url: `${SITE_URL}${creatorPath(creator.displayName)}`,
      }),
      html: embedCode(SITE_URL, product, asked.locale, 'card', size),
      ...size,
      ...(picture && {
        thumbnail_url: `${SITE_URL}${picture}`,
        thumbnail_width: sharedSize.width,
        thumbnail_height: sharedSize.height,
      }),
      cache_age: 300,
    },
    { headers: { ...open, 'cache-control': 'public, max-age=300' } },
  );
});
