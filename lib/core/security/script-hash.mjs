/**
 * The hash of an inline script for a policy. Web APIs only, because the middleware needs it.
 *
 * @param {string} text the text of an inline script
 * @returns {Promise<string>} a source expression such as `'sha256-…'`
 */
export async function hashOf(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
