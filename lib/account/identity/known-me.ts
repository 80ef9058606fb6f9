/** The element in which a personal page passes the person to its client components (`KnownMe`). */
export const knownMeId = 'known-me';
