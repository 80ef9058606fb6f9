/** What code of libraries may ask of Node's `process` in a browser (next.config.mjs). */
export default { env: {} };
