import { test as base } from '@playwright/test';
import { seenReleaseKey } from '../../../lib/core/release.ts';

/**
 * First visits show no release notes. `knowsRelease` simulates an earlier visit at that release. It uses a script,
 * because a storage state opens and closes another page before each test.
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
