import { getTranslations } from 'next-intl/server';
import { embedDocument, embedStyle } from '@/lib/catalog/embed/document';
import { embedLooks, embedOffer, embedPath } from '@/lib/catalog/embed/embed';
import { getProductBySlug } from '@/lib/catalog/product';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { addressIn, defaultLocale, localeParam, parseLocale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { hashOf } from '@/lib/core/security/script-hash.mjs';
import { findDestination } from '@/lib/gates/address';
import { displayPrice } from '@/lib/pricing';

/** The frame can be on any site; it runs no scripts and loads only pictures. */
const policyOf = (style: string) =>
  `default-src 'none'; style-src ${style}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': 'public, max-age=60' } });

/** A product on another site, as a card or as a button (docs/creators/embeds.md). */
export const GET = orOutage(async (request: Request, { params }: { params: Promise<{ slug: string }> }) => {
  const { slug } = await params;
  const { searchParams } = new URL(request.url);
  const locale = parseLocale(searchParams.get(localeParam)) ?? defaultLocale;
  const look = embedLooks.find((known) => known === searchParams.get('look')) ?? 'card';
  const { SITE_URL } = env();
  const destination = await findDestination(`/p/${encodeURIComponent(slug)}`);
  if (destination === 'nothing') return notFound();
  if (destination !== 'page') {
    const canonical = destination.address.split('/').at(-1) ?? '';
    return Response.redirect(`${SITE_URL}${embedPath(canonical, locale, look)}`, 308);
  }
  const product = await getProductBySlug(locale, slug);
  if (!product) return notFound();
  const t = await getTranslations({ locale, namespace: 'embed' });
  const html = embedDocument(locale, {
    look,
    name: product.name,
    by: product.creator ? t('by', { creator: product.creator.displayName }) : 'UnStore',
    offer: t(embedOffer(product), { price: formatCents(displayPrice(product), locale) }),
    coverUrl: product.coverUrl,
    href: `${SITE_URL}${addressIn(`/p/${product.slug}`, locale)}`,
  });
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(await hashOf(embedStyle)),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    },
  });
});
