import { escapeMarkup } from '@/lib/core/html/escape';
import { addressIn, type Locale } from '@/lib/core/i18n/locales';
import { displayPrice } from '@/lib/pricing';
import type { Product } from '../types';

/** What another site shows of a product: a card with its cover, or the button alone. */
export const embedLooks = ['card', 'button'] as const;
export type EmbedLook = (typeof embedLooks)[number];

/** Size of the frames in CSS pixels. */
export const embedSizes: Record<EmbedLook, { width: number; height: number }> = {
  card: { width: 400, height: 148 },
  button: { width: 280, height: 52 },
};

/** Address of the frame of a product. The card is the default. */
export function embedPath(slug: string, locale: Locale, look: EmbedLook): string {
  const path = addressIn(`/embed/${slug}`, locale);
  if (look === 'card') return path;
  return `${path}${path.includes('?') ? '&' : '?'}look=${look}`;
}

/** The frame for the HTML of another site. */
export function embedCode(
  siteUrl: string,
  product: { slug: string; name: string },
  locale: Locale,
  look: EmbedLook,
  { width, height } = embedSizes[look],
) {
  const src = escapeMarkup(`${siteUrl}${embedPath(product.slug, locale, look)}`);
  const title = escapeMarkup(product.name);
  return `<iframe src="${src}" title="${title}" width="${width}" height="${height}" style="border:0;max-width:100%;color-scheme:normal" loading="lazy"></iframe>`;
}

/** How a product can be acquired, which decides the text of the button. */
export type EmbedOffer = 'buy' | 'free' | 'club' | 'reserve' | 'soldOut';

/** The button of a product that is embedded in another site. Being sold out takes precedence over a price. */
export function embedOffer(product: Product): EmbedOffer {
  if (!product.available || !product.inStock) return 'soldOut';
  if (product.clubOnly) return 'club';
  if (displayPrice(product) === 0) return 'free';
  return product.reservation ? 'reserve' : 'buy';
}
