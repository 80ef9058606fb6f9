import type { MailKind } from './index';

/** Obstacles to deleting an account. */
export const obstacles = ['es_admin', 'club_activo', 'retiro_pendiente', 'pago_en_curso'] as const;
export type Obstacle = (typeof obstacles)[number];

export type Settings = {
  displayName: string;
  avatarUrl: string;
  bannerUrl: string;
  bio: string;
  phone: string;
  email: string;
  /** The new address, while it is not confirmed yet. */
  newEmail: string | null;
  /** Addresses of other sites. */
  links: string[];
  mails: Record<MailKind, boolean>;
  /** Whether each sale is a notification. */
  eachSale: boolean;
};
