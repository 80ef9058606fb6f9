import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'payment-simulator', include: ['tests/**/*.test.ts'], testTimeout: 30_000 },
});
