import { test as base } from '@playwright/test';
import { latestRelease, seenReleaseKey } from '../../../lib/core/release.ts';

/**
 * Every browser has read the release notes already: the card belongs to its own test and covers nothing in the others.
 * A script says so, for a stored state would open and close another page before each test.
 */
export const test = base.extend<{ hasReadNotes: boolean }>({
  hasReadNotes: [true, { option: true }],
  context: async ({ context, hasReadNotes }, use) => {
    if (hasReadNotes) {
      await context.addInitScript(([key, release]) => localStorage.setItem(key, release), [
        seenReleaseKey,
        latestRelease,
      ] as const);
    }
    await use(context);
  },
});
