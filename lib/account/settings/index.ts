/** The pictures of a profile and what is made of them, in pixels. */
export const profileImages = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 500 },
} as const;
export type ProfileImageKind = keyof typeof profileImages;
