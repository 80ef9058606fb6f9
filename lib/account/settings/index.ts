/** The pictures of a profile and what is made of them, in pixels. */
export const profileImages = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 500 },
} as const;
export type ProfileImageKind = keyof typeof profileImages;

/** What a picture may weigh before it is re-encoded, in bytes. */
export const maxImageBytes = 8 * 1024 * 1024;

/** The kinds of picture that are accepted, as a file chooser takes them. */
export const acceptedImages = 'image/png,image/jpeg,image/webp';
