import { parseStoragePath, type StoragePath } from './path';

/** The target of a download: a file of the private bucket, or an address outside the shop. */
export type DownloadLink = { kind: 'file'; path: StoragePath } | { kind: 'web'; href: string };

const longest = 500;
// The rule of the database (`enlace_valido`), for an address that the URL parser has normalised.
const pattern = /^https:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?(?:[/?#][\]!#-;=?-[^-~]*)?$/;

/** Whether an address has one of these hosts, with any port. */
const leadsTo = (url: URL, origins: string[]) => origins.some((origin) => new URL(origin).hostname === url.hostname);

/**
 * Reads what a creator typed as the download of a product: a file uploaded here (`descargas/…`), or an https address
 * without a user name or password.
 *
 * @param ownOrigins addresses of the shop and of its services, which a download may not lead to
 * @returns null for anything else
 */
export function parseDownloadLink(text: string, ownOrigins: string[] = []): DownloadLink | null {
  if (text.startsWith('descargas/')) {
    const path = parseStoragePath(text);
    return path && { kind: 'file', path };
  }
  if (!text.startsWith('https://') || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hostname.includes('.');
  if (!isPlain || leadsTo(url, ownOrigins) || url.href.length > longest || !pattern.test(url.href)) return null;
  return { kind: 'web', href: url.href };
}
