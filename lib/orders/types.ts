/** Where an order comes from. */
export const orderOrigins = ['compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis'] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** Why a licence was taken back. */
export const revocationReasons = ['reembolsado', 'en_disputa', 'fin_club'] as const;

/** An acquisition, as its owner (or the giver of a gift) sees it. Names are null where a thing is gone. */
export type Order = {
  id: string;
  createdAt: string;
  product: {
    name: string;
    slug: string;
    coverUrl: string;
    coverBlur: string | null;
    releaseDate: string | null;
  } | null;
  /** `null` for an order without an edition; `{ name: null }` for one whose edition is gone. */
  edition: { name: string | null } | null;
  bundleName: string | null;
  minecraftName: string;
  paidCents: number;
  origin: OrderOrigin;
  isReservation: boolean;
  downloads: number;
  revoked: (typeof revocationReasons)[number] | null;
  /** The own payment behind it; null for a gift that was received, a code or a licence of the Club. */
  paymentId: string | null;
  /** Whether it was paid in money by whoever looks at it. */
  hasInvoice: boolean;
  /** Who gave it to me, or whom I gave it to. */
  gift: { direction: 'from' | 'to'; name: string } | null;
};

/** What the download area of an order shows (SPEC §4). */
export const downloadStates = ['disponible', 'reserva', 'sin_enlace', 'no_descargable', 'revocado'] as const;
export type DownloadState = (typeof downloadStates)[number];

export type OrderDetail = Order & { download: DownloadState };
