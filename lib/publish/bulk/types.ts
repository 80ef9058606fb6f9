/** Maximum products of one bulk edit, the size of a page of the dashboard. */
export const mostAtOnce = 50;

export const priceModes = ['keep', 'set', 'raise', 'lower'] as const;
export const offerModes = ['keep', 'start', 'end'] as const;
export const listModes = ['keep', 'add', 'remove', 'replace'] as const;

/** A bulk edit as typed. */
export type BulkForm = {
  priceMode: (typeof priceModes)[number];
  /** Euros, or a percentage. */
  price: string;
  offerMode: (typeof offerModes)[number];
  offerPercent: string;
  offerUntil: string;
  /** Price and offer are for the editions, too. */
  withEditions: boolean;
  versionMode: (typeof listModes)[number];
  versions: string;
  genreMode: (typeof listModes)[number];
  genres: string;
};

export const emptyBulkForm: BulkForm = {
  priceMode: 'keep',
  price: '',
  offerMode: 'keep',
  offerPercent: '',
  offerUntil: '',
  withEditions: true,
  versionMode: 'keep',
  versions: '',
  genreMode: 'keep',
  genres: '',
};

/** A changed price in cents; `edition` is null for the product itself. */
type PriceChange = {
  field: 'price' | 'offer';
  edition: string | null;
  before: number | null;
  /** Null for an offer that ends. */
  after: number | null;
  /** Last day of an offer. */
  until: string | null;
};
type ListChange = { field: 'versions' | 'genres'; before: string[]; after: string[] };

/** A change of a product; `waits` if it needs a review. */
export type BulkChange = (PriceChange | ListChange) & { waits: boolean };

/** The result for a product: its changes, none if there is nothing to change; or why it cannot be changed. */
export type BulkResult = {
  id: string;
  slug: string | null;
  name: string | null;
  nameEn: string | null;
  changes: BulkChange[] | null;
  reason: string | null;
  /** Hash of the changes; null without changes. */
  mark: string | null;
};

/** A product chosen for a bulk edit. */
export type ChosenProduct = { id: string; name: string };
