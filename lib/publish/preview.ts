import { genreName } from '@/lib/catalog/genres';
import { linesOf } from '@/lib/catalog/lines';
import { eventOf, releaseOf } from '@/lib/catalog/release';
import type { Product, ProductCardData } from '@/lib/catalog/types';
import { youtubeId } from '@/lib/catalog/youtube';
import { sanitizeRichText } from '@/lib/core/html';
import type { Locale } from '@/lib/core/i18n/locales';
import { readEuros, toCents } from '@/lib/core/money';
import type { Price } from '@/lib/pricing';
import type { OwnChoice, ProductDraft } from './types';

const placeholderCover = '/default-cover.webp';

const cents = (typed: string) => {
  const amount = readEuros(typed.trim());
  return Number.isNaN(amount) ? 0 : toCents(amount);
};

/** A price with its offer, as typed in euros. */
export function typedPrice({ price: typed, offer: typedOffer }: Pick<ProductDraft, 'price' | 'offer'>): Price {
  const [price, offer] = [cents(typed), cents(typedOffer)];
  return { priceCents: price, offerCents: offer > 0 && offer < price ? offer : null };
}

export type PreviewCreator = { displayName: string; username: string; avatarUrl: string; verified: boolean };

/** The card of a draft in a language. */
export function previewCard(
  draft: ProductDraft,
  creator: PreviewCreator,
  fallbackName: string,
  locale: Locale,
): ProductCardData {
  const category = draft.category || 'plugin';
  const releaseDate = draft.releaseDate || null;
  return {
    id: 'draft',
    slug: draft.slug || 'draft',
    name: (locale === 'en' && draft.nameEn) || draft.name || fallbackName,
    coverUrl: draft.cover?.url ?? placeholderCover,
    coverBlur: draft.cover?.blur ?? null,
    ...typedPrice(draft),
    category,
    clubOnly: draft.clubOnly,
    ...releaseOf({ reserva: draft.reservation, fecha_lanzamiento: releaseDate }),
    ...eventOf(category, releaseDate),
    compatible: draft.compatible.split(/[\s,]+/).filter(Boolean),
    rating: null,
    buyers: null,
    edition: null,
    creator,
  };
}

/** The page of a draft in a language. */
export function previewProduct(card: ProductCardData, draft: ProductDraft, own: OwnChoice[], locale: Locale): Product {
  const inEnglish = locale === 'en' && draft.descriptionEn !== '';
  return {
    ...card,
    bannerUrl: draft.banner?.url ?? null,
    status: 'approved',
    available: draft.available,
    inStock: true,
    about: (locale === 'en' && draft.aboutEn) || draft.about,
    descriptionHtml: sanitizeRichText(inEnglish ? draft.descriptionEn : draft.description),
    translated: locale === 'es' || inEnglish,
    developer: draft.developer || null,
    publisher: draft.publisher || null,
    genres: draft.genres
      .split(',')
      .map((genre) => genreName(locale, genre.trim()))
      .filter(Boolean),
    size: draft.size || null,
    legal: (locale === 'en' && draft.legalEn) || draft.legal || null,
    trailerId: youtubeId(draft.trailer || null),
    downloadable: draft.downloadable,
    creatorId: '',
    rating: null,
    lowestCents: null,
    base: null,
    extensions: [],
    editions: draft.editions.map((edition) => ({
      id: edition.key,
      name: (locale === 'en' && edition.nameEn) || edition.name,
      spanishName: edition.name,
      ...typedPrice(edition),
      coverUrl: edition.cover?.url ?? null,
      coverBlur: edition.cover?.blur ?? null,
      ...releaseOf({
        reserva: edition.reservation,
        fecha_lanzamiento: edition.releaseDate || draft.releaseDate || null,
      }),
      lowestCents: null,
      includes: linesOf((locale === 'en' && edition.includesEn) || edition.includes),
    })),
    versions: draft.version.trim()
      ? [
          {
            version: draft.version.trim(),
            changes: (locale === 'en' && draft.changesEn) || draft.changes,
            at: new Date().toISOString(),
            games: [],
          },
        ]
      : [],
    gallery: draft.images,
    bundles: draft.bundles.map((bundle) => ({
      id: bundle.key,
      name: (locale === 'en' && bundle.nameEn) || bundle.name,
      description: (locale === 'en' && bundle.descriptionEn) || bundle.description,
      ...typedPrice(bundle),
      products: [
        { ...card, coverBlur: null },
        ...own
          .filter(({ id }) => bundle.productIds.includes(id))
          .map((product) => ({ ...product, coverBlur: null, offerCents: null })),
      ],
    })),
  };
}
