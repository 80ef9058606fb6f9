/** The release of the current release notes (docs/behaviour/navigation.md, "Release notes"). */
export const latestRelease = '2025.07.23';

/** Storage name of the last dismissed release notes. */
export const seenReleaseKey = 'lastSeenUpdate';
