/**
 * The hash by which a policy names an inline script. Web APIs alone, as the middleware needs one too.
 *
 * @param {string} text the text of an inline script
 * @returns {Promise<string>} a source expression such as `'sha256-…'`
 */
export async function hashOf(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
