import type { Role, SecondFactor } from '@/lib/gates/person';
import type { reputations } from './constants';

export type Reputation = (typeof reputations)[number];

export type OwnedItem = {
  orderId: string;
  productId: string;
  editionId: string | null;
  /** The product came with the Club and ends with it, so it can still be bought. */
  isLent: boolean;
};

/** The signed-in person, as client components receive them. */
export type Me = {
  id: string;
  displayName: string;
  username: string;
  avatarUrl: string;
  role: Role;
  secondFactor: SecondFactor;
  club: boolean;
  uncoins: number;
  reputation: Reputation;
  /** The end of the last ban; `infinity` for one without end. */
  bannedUntil: string | null;
  banReason: string | null;
  /** Notifications not read yet. */
  unread: number;
  /** The number of favourites. */
  favorites: number;
  /** The ten creators followed most recently, for the sidebar. */
  following: Array<{ id: string; displayName: string; avatarUrl: string }>;
};

/** The reputation of a person with its reasons. */
export type Standing = {
  reputation: Reputation;
  infractions: number;
  /** The last changes, newest first. */
  changes: Array<{ to: Reputation; reason: string; at: string }>;
};
