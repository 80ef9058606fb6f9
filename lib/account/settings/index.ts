/** Profile pictures and their sizes in pixels. */
export const profileImages = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 500 },
} as const;
export type ProfileImageKind = keyof typeof profileImages;

/** The fields of the links of a profile. */
export const linkNames = ['link0', 'link1', 'link2', 'link3', 'link4', 'link5'] as const;

/** Optional mails, in the order of the form. */
export const mailKinds = [
  'newProducts',
  'newVersions',
  'favourites',
  'announcements',
  'posts',
  'reviews',
  'questions',
  'summary',
] as const;
export type MailKind = (typeof mailKinds)[number];
