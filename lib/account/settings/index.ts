/** The pictures of a profile and what is made of them, in pixels. */
export const profileImages = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 500 },
} as const;
export type ProfileImageKind = keyof typeof profileImages;

/** The news that may also come by mail, in the order of the form. */
export const mailKinds = ['newProducts', 'newVersions', 'favourites', 'announcements', 'reviews', 'summary'] as const;
export type MailKind = (typeof mailKinds)[number];
