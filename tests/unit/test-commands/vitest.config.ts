import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { dir: import.meta.dirname, include: ['one-fails.ts'], globalSetup: `${import.meta.dirname}/global-setup.ts` },
});
