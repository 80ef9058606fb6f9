/** Sources of an order. */
export const orderOrigins = ['compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis'] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** Reasons of a revocation. */
export const revocationReasons = ['reembolsado', 'en_disputa', 'fin_club'] as const;

/** An acquisition, as its owner (or the giver of a gift) sees it. Names are null for deleted objects. */
export type Order = {
  id: string;
  createdAt: string;
  product: {
    name: string;
    slug: string;
    /** False while it is archived or not on sale. */
    hasPage: boolean;
    coverUrl: string;
    coverBlur: string | null;
    releaseDate: string | null;
  } | null;
  /** `null` for an order without an edition; `{ name: null }` if the edition no longer exists. */
  edition: { name: string | null } | null;
  bundleName: string | null;
  /** Null for an unopened gift, and for one given to another person. */
  minecraftName: string | null;
  /** Null for a gift, whose price only the giver sees. */
  paidCents: number | null;
  /** True if its reader paid it in UnCoins, one per cent. */
  inCoins: boolean;
  origin: OrderOrigin;
  isReservation: boolean;
  /** By the owner; 0 for the giver. */
  downloads: number;
  revoked: (typeof revocationReasons)[number] | null;
  /** The person's own payment for it; null for a received gift, a code or a licence of the Club. */
  paymentId: string | null;
  /** True if its reader paid it in money. */
  hasInvoice: boolean;
  /** The giver or recipient of a gift. */
  gift: { direction: 'from' | 'to'; name: string; id: string; isOpened: boolean } | null;
};

/** Reasons why a download failed, which its route passes to the page of the order. */
export const downloadProblems = ['fallo', 'sin_copia', 'ocupado'] as const;
export type DownloadProblem = (typeof downloadProblems)[number];

/** States of the download area (docs/behaviour/orders.md, "Download area"). */
export const downloadStates = [
  'disponible',
  'reserva',
  'sin_enlace',
  'en_cuarentena',
  'sin_nombre',
  'no_descargable',
  'reserva_por_nombre',
  'en_whitelist',
  'revocado',
] as const;
export type DownloadState = (typeof downloadStates)[number];

/** True if an order is delivered to a player by name, without a file, and its product is released. */
export const isByName = (state: DownloadState | null): boolean =>
  state === 'no_descargable' || state === 'en_whitelist';

/** True if an order waits for the release of its product. */
export const isReserved = (state: DownloadState | null): boolean =>
  state === 'reserva' || state === 'reserva_por_nombre';

export type OrderDetail = Order & { download: DownloadState };

/** An order right after its purchase; without a download area for a gift to another person. */
export type BoughtOrder = Order & { download: DownloadState | null };
