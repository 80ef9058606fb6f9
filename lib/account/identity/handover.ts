import 'server-only';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';

/**
 * Header that passes the identified person to the page. The middleware sets it, and drops it from incoming requests.
 */
export const handoverHeader = 'x-unstore-person';

const seconds = 10;
/** Characters. An account needs about 3,000; above the limit the page reads it again. */
const longest = 12_000;

/** The result of the middleware: the answer of `quien_soy`, or an outage. */
export type Handover = { row: unknown } | 'unavailable';

/** Binds the seal to the access token. */
const purposeOf = (token: string) => `handover\n${token}`;

/**
 * Seals the result of the middleware.
 *
 * @param token the access token that was used, if any
 * @returns the value of the header; null if it would be too long
 */
export async function sealHandover(found: Handover, token: string): Promise<string | null> {
  const header = await sealText(purposeOf(token), JSON.stringify(found), seconds);
  return header.length > longest ? null : header;
}

/** The result of the middleware; null if the seal is invalid, expired, or of another token. */
export async function openHandover(header: string, token: string): Promise<Handover | null> {
  const found = await unsealText(purposeOf(token), header);
  return found === null ? null : JSON.parse(found);
}
