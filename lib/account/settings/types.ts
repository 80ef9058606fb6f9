export type Settings = {
  displayName: string;
  avatarUrl: string;
  bannerUrl: string;
  bio: string;
  phone: string;
  email: string;
  /** An address that waits for its confirmation. */
  newEmail: string | null;
  mails: { newProducts: boolean; newVersions: boolean };
};
