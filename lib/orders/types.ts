/** Where an order comes from. */
export const orderOrigins = ['compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis'] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** Why a licence was taken back. */
export const revocationReasons = ['reembolsado', 'en_disputa', 'fin_club'] as const;

/** An acquisition, as its owner (or the giver of a gift) sees it. Names are null for things that no longer exist. */
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
  /** `null` for an order without an edition; `{ name: null }` if the edition no longer exists. */
  edition: { name: string | null } | null;
  bundleName: string | null;
  /** Null for a gift that was not opened, and for one that is somebody else's. */
  minecraftName: string | null;
  /** Null for a gift, whose giver alone knows what it cost. */
  paidCents: number | null;
  /** Whether the person looking at it paid for it in UnCoins, one for each cent. */
  inCoins: boolean;
  origin: OrderOrigin;
  isReservation: boolean;
  /** By whoever owns it; 0 for whoever gave it. */
  downloads: number;
  revoked: (typeof revocationReasons)[number] | null;
  /** The person's own payment for it; null for a received gift, a code or a licence of the Club. */
  paymentId: string | null;
  /** Whether the person looking at it paid for it in money. */
  hasInvoice: boolean;
  /** Who gave it to this person, or whom this person gave it to. */
  gift: { direction: 'from' | 'to'; name: string; id: string; isOpened: boolean } | null;
};

/** What the download area of an order shows (docs/behaviour/orders.md, "Download area"). */
export const downloadStates = [
  'disponible',
  'reserva',
  'sin_enlace',
  'sin_nombre',
  'no_descargable',
  'revocado',
] as const;
export type DownloadState = (typeof downloadStates)[number];

export type OrderDetail = Order & { download: DownloadState };

/** An order right after its purchase; without a download area when it is a gift for somebody else. */
export type BoughtOrder = Order & { download: DownloadState | null };
