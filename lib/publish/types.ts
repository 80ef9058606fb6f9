import type { Category } from '@/lib/catalog/categories';
import { fieldNames, mapTextFields, type TextFieldName } from './fields';

export type DraftPicture = { url: string; width: number; height: number; blur: string | null };

export type DraftEdition = {
  /** The edition in the shop, or null for a new one. */
  id: string | null;
  /** Tells the rows of the form apart. */
  key: string;
  name: string;
  price: string;
  offer: string;
  reservation: boolean;
  /** Of a reservation: its own day; empty: the day of the product. */
  releaseDate: string;
  downloadLink: string;
  /** Its own cover; null: the cover of the product. */
  cover: DraftPicture | null;
  /** What it adds to the product, a line for each thing. */
  includes: string;
  includesEn: string;
};

export const emptyEdition: Omit<DraftEdition, 'key'> = {
  id: null,
  name: '',
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
  /** Tells the rows of the form apart. */
  key: string;
  name: string;
  nameEn: string;
  description: string;
  price: string;
  offer: string;
  /** The other products. */
  productIds: string[];
};

/** A product as its creator types it: amounts in euros as text, lists as lines of text. */
export type ProductDraft = Record<TextFieldName, string> & {
  slug: string;
  category: Category | '';
  price: string;
  offer: string;
  description: string;
  descriptionEn: string;
  genres: string;
  /** Versions of the game, separated by commas. */
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

/** A draft with nothing in it, its fields in the order of `fieldNames`. */
export const emptyDraft = Object.fromEntries(fieldNames.map((name) => [name, empty[name]])) as ProductDraft;

/** A draft as the shop keeps it: as it was typed. */
export type KeptDraft = {
  id: string;
  version: number;
  /** The address of the product that is being changed; null for a new product. */
  slug: string | null;
  savedAt: string;
  draft: ProductDraft;
  /** The mark of the product when the draft was begun. */
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

/** The kinds of pictures of a product and the size they are cut to; pictures of the gallery keep their proportions. */
export const productImages = {
  cover: { width: 720, height: 960 },
  banner: { width: 1600, height: 900 },
  gallery: { width: 1600, height: 1600 },
} as const;
export type ProductImageKind = keyof typeof productImages;

/** The most that storage takes of one file to sell; the bucket `descargas` has the same limit. */
export const maxFileBytes = 5 * 1024 ** 3;
export const fileTypes = ['zip', 'jar', 'rar', '7z', 'mrpack', 'mcpack', 'mcaddon', 'pdf'] as const;

/** How a revision of a product stands: what was sent later takes the place of what waits. */
export const revisionStates = ['pendiente', 'aprobada', 'rechazada', 'sustituida', 'cancelada'] as const;
/** What is shown of it: one that waits with changes asked for waits for its creator. */
export const reviewStates = [...revisionStates, 'cambios_pedidos'] as const;

export type ReviewState = {
  state: (typeof reviewStates)[number];
  sentAt: string;
  /** Place in the queue, from 1; null if it is not waiting. */
  position: number | null;
  /** Median wait of the last 30 days in hours; null if nothing was decided in them. */
  medianHours: number | null;
  reasons: string[];
  note: string | null;
};

export type ReviewMessage = { id: number; author: string; isMine: boolean; text: string; at: string };

/** A product of the creator that a DLC may extend or a bundle may contain. */
export type OwnChoice = {
  id: string;
  name: string;
  slug: string;
  coverUrl: string;
  priceCents: number;
};

/** What an own product is chosen for: a pack that holds it, or an extension that extends it. */
export type OwnUse = 'pack' | 'base';

/** What a creator chooses from: those found, those chosen already, and whether more would be found. */
export type OwnChoices = { found: OwnChoice[]; chosen: OwnChoice[]; isMore: boolean };
