import type { DownloadState } from '@/lib/orders/types';

/** States of a gift: `retenido` during a dispute of its payment, `cancelado` after or during a refund. */
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
  /** True if the viewer is its recipient. */
  isMine: boolean;
  /** True if its giver may remind the recipient: a day after its delivery, while it is unopened. */
  mayRemind: boolean;
  /** True if opening it requires a Minecraft name. */
  needsName: boolean;
  /** Its orders; empty for its giver. */
  orders: GiftOrder[];
};
