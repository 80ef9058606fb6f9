import type { DownloadState } from '@/lib/orders/types';

/** States of a gift: `retenido` during a dispute of its payment, `cancelado` after or during a refund. */
export const giftStates = ['sin_pagar', 'programado', 'entregado', 'abierto', 'retenido', 'cancelado'] as const;
type GiftState = (typeof giftStates)[number];

/** One product of a gift, for its recipient. */
export type GiftOrder = {
  id: string;
  /** Null if the product no longer exists. */
  name: string | null;
  minecraftName: string | null;
  download: DownloadState;
  releaseDate: string | null;
};

export type Gift = {
  /** Id of its payment, which is in its address. */
  id: string;
  state: GiftState;
  name: string;
  edition: string | null;
  coverUrl: string | null;
  coverBlur: string | null;
  from: { id: string; name: string };
  to: string;
  message: string | null;
  /** Delivery day, `YYYY-MM-DD`; null if it was delivered right after the payment. */
  day: string | null;
  openedAt: string | null;
};

/** A gift for its giver or its recipient. */
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
