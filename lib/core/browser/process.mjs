// What code may ask of Node's `process` in a browser: it is given this module in its place (next.config.mjs).
export const env = {};
