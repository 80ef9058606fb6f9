/**
 * Encodes bytes as base64url: letters, digits, `-` and `_`.
 *
 * `Buffer` is not available on every runtime, and Supabase's library works character by character, which is slow in the
 * middleware's sandbox: a tenth of the cost of a request.
 */
export function toBase64Url(bytes: Uint8Array): string {
  let letters = '';
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8_192) letters += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64 of either alphabet.
 *
 * @throws for invalid base64
 */
export function bytesFromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  const letters = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/**
 * Decodes base64 of either alphabet as text.
 *
 * @throws for invalid base64
 */
export const textFromBase64 = (encoded: string): string => new TextDecoder().decode(bytesFromBase64(encoded));
