/**
 * The text in base64, of either alphabet. Supabase's library reads letter by letter, which the middleware's sandbox makes
 * slow: a session was a tenth of what a request cost.
 *
 * @throws for what is no base64
 */
export function textFromBase64(encoded: string): string {
  const letters = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}
