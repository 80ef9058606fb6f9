/** What the address of a product looks like: words of small letters and digits, with single hyphens between them. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const longestSlug = 80;
