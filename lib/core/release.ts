/** The release that the notes in the shop's corner are about (docs/behaviour/navigation.md, "Release notes"). */
export const latestRelease = '2025.07.23';

/** The storage name under which a browser remembers which notes were dismissed. */
export const seenReleaseKey = 'lastSeenUpdate';
