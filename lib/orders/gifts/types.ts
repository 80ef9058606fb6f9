import type { DownloadState } from '@/lib/orders/types';

/**
 * States of a gift: `por_recoger` while nobody has opened its link, `caducado` if nobody did in time, `retenido` during a
 * dispute of its payment, `cancelado` after or during a refund.
 */
export const giftStates = [
  'sin_pagar',
  'programado',
  'por_recoger',
  'entregado',
  'abierto',
  'retenido',
  'cancelado',
  'caducado',
] as const;
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
  /** The recipient's name; for a gift by link that nobody has opened, the mail address, or empty. */
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
  /** The link for its giver, until somebody opens it; null without one. */
  link: GiftLink | null;
  /** Its orders; empty for its giver. */
  orders: GiftOrder[];
};

/** The link of a gift for anybody. */
type GiftLink = {
  /** Within the shop, with the secret token. */
  path: string;
  /** The mail address for the link; null if its giver sends it. */
  email: string | null;
  sentAt: string | null;
  expiresAt: string;
};

/** The gift of a link, for anybody who has the link. */
export type LinkedGift = Pick<Gift, 'name' | 'edition' | 'coverUrl' | 'coverBlur' | 'message'> & {
  from: string;
  /** Set for its giver (`da`) and for the person who collected it (`recibe`), with the id of the gift. */
  mine: { role: 'da' | 'recibe'; id: string } | null;
  expiresAt: string;
};
