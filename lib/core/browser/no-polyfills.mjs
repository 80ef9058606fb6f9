// Stands for the polyfills of Next.js, which browsers have had for years (next.config.mjs).
export {};
