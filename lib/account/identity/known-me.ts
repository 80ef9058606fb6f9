/** The element in which a page that knows who asks tells its islands (`KnownMe`). */
export const knownMeId = 'known-me';
