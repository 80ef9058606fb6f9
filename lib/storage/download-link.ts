import { parseStoragePath, type StoragePath } from './path';

/** A download: a file of the private bucket, or an external address. */
export type DownloadLink = { kind: 'file'; path: StoragePath } | { kind: 'web'; href: string };

const longest = 500;
// Same as `enlace_valido` in SQL, for a normalised URL.
const pattern = /^https:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?(?:[/?#][\]!#-;=?-[^-~]*)?$/;

/** True if an address has one of these hosts, with any port. */
const leadsTo = (url: URL, origins: string[]) => origins.some((origin) => new URL(origin).hostname === url.hostname);

/**
 * Parses a download of a product: an uploaded file (`descargas/…`), or an https address without credentials.
 *
 * @param ownOrigins addresses of the shop and its services, which are refused
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
