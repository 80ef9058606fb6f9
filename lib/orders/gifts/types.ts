import type { DownloadState } from '@/lib/orders/types';

/** How a gift stands: `retenido` while its payment is disputed, `cancelado` when its money went back or is going. */
export const giftStates = ['sin_pagar', 'programado', 'entregado', 'abierto', 'retenido', 'cancelado'] as const;
type GiftState = (typeof giftStates)[number];

/** One thing that a gift gives, as its recipient sees it. */
export type GiftOrder = {
  id: string;
  /** Null when the product no longer exists. */
  name: string | null;
  minecraftName: string | null;
  download: DownloadState;
  releaseDate: string | null;
};

export type Gift = {
  /** The id of its payment, which stands in its address. */
  id: string;
  state: GiftState;
  name: string;
  edition: string | null;
  coverUrl: string | null;
  coverBlur: string | null;
  from: { id: string; name: string };
  to: string;
  message: string | null;
  /** The day on which it is given, `YYYY-MM-DD`; null for one that came as soon as it was paid. */
  day: string | null;
  openedAt: string | null;
};

/** A gift as one of its two people sees it. */
export type GiftDetail = Gift & {
  /** Whether the person who looks at it got it. */
  isMine: boolean;
  /** Whether its giver may have the recipient told again: a day after it was given, while it is unopened. */
  mayRemind: boolean;
  /** Whether opening it asks for a Minecraft name. */
  needsName: boolean;
  /** What it gives; empty for its giver. */
  orders: GiftOrder[];
};
