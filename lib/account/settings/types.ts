export type Settings = {
  displayName: string;
  avatarUrl: string;
  bannerUrl: string;
  bio: string;
  phone: string;
  email: string;
  /** The new address, while it is not confirmed yet. */
  newEmail: string | null;
  mails: {
    newProducts: boolean;
    newVersions: boolean;
    favourites: boolean;
    announcements: boolean;
    reviews: boolean;
    summary: boolean;
  };
};
