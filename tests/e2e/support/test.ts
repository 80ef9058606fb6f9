import { test as base } from '@playwright/test';
import { seenReleaseKey } from '../../../lib/core/release.ts';

/**
 * A browser that is here for the first time is shown no release notes. With `knowsRelease` it was here before, at that
 * release. A script says so, for a stored state would open and close another page before each test.
 */
export const test = base.extend<{ knowsRelease: string | null }>({
  knowsRelease: [null, { option: true }],
  context: async ({ context, knowsRelease }, use) => {
    if (knowsRelease) {
      await context.addInitScript(
        ([key, release]) => {
          if (localStorage.getItem(key) === null) localStorage.setItem(key, release);
        },
        [seenReleaseKey, knowsRelease] as const,
      );
    }
    await use(context);
  },
});
