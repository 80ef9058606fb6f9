import type { Price } from '@/lib/pricing';
import type { Category } from './categories';
import type { Rating } from './rating';

/** How the review of a product has ended, or that it goes on. */
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
  edition: string | null;
  creator: CreatorRef | null;
};

export type CreatorRef = { displayName: string; username: string; avatarUrl: string; verified: boolean };

export type Edition = Price & {
  id: string;
  name: string;
  coverUrl: string | null;
  coverBlur: string | null;
  reservation: boolean;
  /** Of a reservation: the day it comes out, `YYYY-MM-DD`; null: not known. */
  releaseDate: string | null;
  lowestCents: number | null;
  /** What it adds to the product, one thing each. */
  includes: string[];
};

/** A version of a product's file, as a moderator approved it. */
export type Version = {
  version: string;
  /** What is new in it; may be empty. */
  changes: string;
  /** When it was published, ISO 8601. */
  at: string;
  /** Versions of the game that it works with; empty: not said. */
  games: string[];
};

export type GalleryImage = { url: string; width: number; height: number; blur: string | null };

export type Bundle = Price & {
  id: string;
  name: string;
  description: string;
  products: Array<Price & { slug: string; name: string; coverUrl: string; coverBlur: string | null }>;
};

/** `reservation`: it is not out yet. One whose day has come is bought and downloaded like any other. */
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
  /** The versions of the game that it works with. */
  compatible: string[];
  releaseDate: string | null;
  size: string | null;
  legal: string | null;
  trailerId: string | null;
  downloadable: boolean;
  creatorId: string;
  /** Null while nobody has rated it. */
  rating: Rating | null;
  /** The lowest price of the 30 days before the offer, in cents; null without an offer or a history. */
  lowestCents: number | null;
  base: { slug: string; name: string } | null;
  editions: Edition[];
  /** The newest first. */
  versions: Version[];
  gallery: GalleryImage[];
  bundles: Bundle[];
};
