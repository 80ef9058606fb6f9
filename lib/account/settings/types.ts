import type { MailKind } from './index';

export type Settings = {
  displayName: string;
  avatarUrl: string;
  bannerUrl: string;
  bio: string;
  phone: string;
  email: string;
  /** The new address, while it is not confirmed yet. */
  newEmail: string | null;
  mails: Record<MailKind, boolean>;
};
