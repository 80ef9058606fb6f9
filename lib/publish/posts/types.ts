export const audiences = ['publico', 'seguidores', 'duenos'] as const;
export type Audience = (typeof audiences)[number];

export const titleLengths = { least: 3, most: 120 } as const;
/** Characters of the HTML of a post. */
export const postLimit = 30_000;
export const postsPath = '/dashboard/posts';
/** Posts that a creator publishes in a day. */
export const postsPerDay = 3;
