/** The release that the notes in the shop's corner are about (SPEC §2). */
export const latestRelease = '2025.07.23';

/** Where a browser remembers which notes were dismissed. */
export const seenReleaseKey = 'lastSeenUpdate';
