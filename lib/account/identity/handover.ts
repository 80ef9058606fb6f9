import 'server-only';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';

/**
 * The header that tells a page who asks, so that it need not ask again. The middleware sets
 * it, and drops whatever a visitor writes there.
 */
export const handoverHeader = 'x-unstore-person';

const seconds = 10;
/** Characters. An account needs some 3,000, however much somebody has; a longer one is read again by the page. */
const longest = 12_000;

/** What the gates found: the answer of `quien_soy`, or that it could not be had. */
export type Handover = { row: unknown } | 'unavailable';

/** What the seal is for: this access token alone. */
const purposeOf = (token: string) => `handover\n${token}`;

/**
 * Seals what the gates found.
 *
 * @param token the access token that it was asked with, or nothing where there is none
 * @returns the value of the header, or null if it would be too long for one
 */
export async function sealHandover(found: Handover, token: string): Promise<string | null> {
  const header = await sealText(purposeOf(token), JSON.stringify(found), seconds);
  return header.length > longest ? null : header;
}

/** What the gates found, or null if they did not write this, or for another token, or too long ago. */
export async function openHandover(header: string, token: string): Promise<Handover | null> {
  const found = await unsealText(purposeOf(token), header);
  return found === null ? null : JSON.parse(found);
}
