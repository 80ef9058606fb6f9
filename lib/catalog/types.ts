import type { Price } from '@/lib/pricing';
import type { Category } from './categories';
import type { Rating } from './rating';

/** States of a product. */
export const productStatuses = ['approved', 'pending', 'rejected'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export type ProductCardData = Price & {
  id: string;
  slug: string;
  name: string;
  coverUrl: string;
  coverBlur: string | null;
  category: Category;
  clubOnly: boolean;
  reservation: boolean;
  /** `YYYY-MM-DD`; null if unknown. */
  releaseDate: string | null;
  /** The day of an event, `YYYY-MM-DD`; null for other products. */
  eventDay: string | null;
  eventOver: boolean;
  /** Compatible game versions. */
  compatible: string[];
  /** Null without enough ratings for a list. */
  rating: Rating | null;
  /** Number of buyers, rounded down; null below the threshold. */
  buyers: number | null;
  edition: string | null;
  creator: CreatorRef | null;
};

export type CreatorRef = { displayName: string; username: string; avatarUrl: string; verified: boolean };

export type Edition = Price & {
  id: string;
  name: string;
  /** Its name in Spanish, from which the address is made in every language. */
  spanishName: string;
  coverUrl: string | null;
  coverBlur: string | null;
  reservation: boolean;
  /** Release date of a reservation, `YYYY-MM-DD`; null if unknown. */
  releaseDate: string | null;
  lowestCents: number | null;
  /** Additions to the product, one entry each. */
  includes: string[];
};

/** An approved version of a product's file. */
export type Version = {
  version: string;
  /** Its changes; may be empty. */
  changes: string;
  /** Publication time, ISO 8601. */
  at: string;
  /** Compatible game versions; empty if not stated. */
  games: string[];
};

export type GalleryImage = { url: string; width: number; height: number; blur: string | null };

export type Bundle = Price & {
  id: string;
  name: string;
  description: string;
  products: Array<Price & { id: string; slug: string; name: string; coverUrl: string; coverBlur: string | null }>;
};

/** `reservation`: not released yet. After its date it is an ordinary product. */
export type Product = ProductCardData & {
  bannerUrl: string | null;
  status: ProductStatus;
  available: boolean;
  inStock: boolean;
  about: string;
  descriptionHtml: string;
  translated: boolean;
  developer: string | null;
  publisher: string | null;
  genres: string[];
  size: string | null;
  legal: string | null;
  trailerId: string | null;
  downloadable: boolean;
  creatorId: string;
  /** Null without ratings. */
  rating: Rating | null;
  /** The lowest price of the 30 days before the offer, in cents; null without an offer or a history. */
  lowestCents: number | null;
  /** The product that an extension needs. */
  base: (Price & { id: string; slug: string; name: string; clubOnly: boolean }) | null;
  /** The extensions of this product on sale, the newest first. */
  extensions: ProductCardData[];
  editions: Edition[];
  /** The newest first. */
  versions: Version[];
  gallery: GalleryImage[];
  bundles: Bundle[];
};
