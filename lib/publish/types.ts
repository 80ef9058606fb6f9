import type { Category } from '@/lib/catalog/categories';
import { fieldNames, mapTextFields, type TextFieldName } from './fields';

export type DraftPicture = { url: string; width: number; height: number; blur: string | null };

export type DraftEdition = {
  /** The edition in the shop, or null for a new one. */
  id: string | null;
  /** Identifies the row of the form. */
  key: string;
  name: string;
  nameEn: string;
  price: string;
  offer: string;
  reservation: boolean;
  /** Release date of a reservation; empty: that of the product. */
  releaseDate: string;
  downloadLink: string;
  /** Its own cover; null: the cover of the product. */
  cover: DraftPicture | null;
  /** Additions to the product, one per line. */
  includes: string;
  includesEn: string;
};

export const emptyEdition: Omit<DraftEdition, 'key'> = {
  id: null,
  name: '',
  nameEn: '',
  price: '',
  offer: '',
  reservation: false,
  releaseDate: '',
  downloadLink: '',
  cover: null,
  includes: '',
  includesEn: '',
};

/** A bundle: this product with others of its creator, at a price of its own. */
export type DraftBundle = {
  /** The bundle in the shop, or null for a new one. */
  id: string | null;
  /** Identifies the row of the form. */
  key: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  price: string;
  offer: string;
  /** The other products. */
  productIds: string[];
};

/** A product as typed: amounts in euros as text, lists as lines of text. */
export type ProductDraft = Record<TextFieldName, string> & {
  slug: string;
  category: Category | '';
  price: string;
  offer: string;
  description: string;
  descriptionEn: string;
  genres: string;
  /** Game versions, separated by commas. */
  compatible: string;
  clubOnly: boolean;
  reservation: boolean;
  releaseDate: string;
  isDlc: boolean;
  baseId: string;
  cover: DraftPicture | null;
  banner: DraftPicture | null;
  images: DraftPicture[];
  downloadable: boolean;
  downloadLink: string;
  available: boolean;
  editions: DraftEdition[];
  bundles: DraftBundle[];
};

const empty: ProductDraft = {
  ...mapTextFields(() => ''),
  slug: '',
  category: '',
  price: '',
  offer: '',
  description: '',
  descriptionEn: '',
  genres: '',
  compatible: '',
  clubOnly: false,
  reservation: false,
  releaseDate: '',
  isDlc: false,
  baseId: '',
  cover: null,
  banner: null,
  images: [],
  downloadable: true,
  downloadLink: '',
  available: true,
  editions: [],
  bundles: [],
};

/** An empty draft, its fields in the order of `fieldNames`. */
export const emptyDraft = Object.fromEntries(fieldNames.map((name) => [name, empty[name]])) as ProductDraft;

/** A draft as stored, as typed. */
export type KeptDraft = {
  id: string;
  version: number;
  /** The slug of the edited product; null for a new one. */
  slug: string | null;
  savedAt: string;
  draft: ProductDraft;
  /** The hash of the product when the draft was started. */
  base: string;
};

/** The limits of the other fields: characters, entries of a list, or euros. */
export const draftLimits = {
  description: 20_000,
  genre: 80,
  genres: 300,
  compatible: 300,
  games: 30,
  link: 500,
  editions: 10,
  editionName: 40,
  includes: 600,
  images: 20,
  priceEuros: 99,
  bundles: 5,
  bundleProducts: 9,
  bundleEuros: 990,
} as const;

/** The kinds of product pictures and their sizes; gallery pictures keep their proportions. */
export const productImages = {
  cover: { width: 720, height: 960 },
  banner: { width: 1600, height: 900 },
  gallery: { width: 1600, height: 1600 },
} as const;
export type ProductImageKind = keyof typeof productImages;

/** Maximum size of a file for sale; the same as of the bucket `descargas`. */
export const maxFileBytes = 5 * 1024 ** 3;
export const fileTypes = ['zip', 'jar', 'rar', '7z', 'mrpack', 'mcpack', 'mcaddon', 'pdf'] as const;

/** States of a revision; a newer submission replaces a waiting one. */
export const revisionStates = ['pendiente', 'aprobada', 'rechazada', 'sustituida', 'cancelada'] as const;
/** Displayed states: a revision with requested changes waits for its creator. */
export const reviewStates = [...revisionStates, 'cambios_pedidos'] as const;

export type ReviewState = {
  state: (typeof reviewStates)[number];
  sentAt: string;
  /** Position in the queue, from 1; null if it is not waiting. */
  position: number | null;
  /** Median wait of the last 30 days in hours; null without decisions. */
  medianHours: number | null;
  reasons: string[];
  note: string | null;
};

/** A measure that took a product off sale. `reason`: null if none was noted. */
export type Takedown = { reason: string | null; at: string };

/** `author`: null for creators, who cannot see names of the team. */
export type ReviewMessage = { id: number; author: string | null; isMine: boolean; text: string; at: string };

/** A product of the creator that a DLC may extend or a bundle may contain. */
export type OwnChoice = {
  id: string;
  name: string;
  slug: string;
  coverUrl: string;
  priceCents: number;
};

/** Use of an own product: in a bundle, or as base of an extension. */
export type OwnUse = 'pack' | 'base';

/** Choices of a creator: found ones, chosen ones, and whether there are more. */
export type OwnChoices = { found: OwnChoice[]; chosen: OwnChoice[]; isMore: boolean };
