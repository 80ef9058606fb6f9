import { parseStoragePath, type StoragePath } from './path';

/** What a download leads to: a file of the private bucket, or an address outside the shop. */
export type DownloadLink = { kind: 'file'; path: StoragePath } | { kind: 'web'; href: string };

const longest = 500;
// The rule of the database (`enlace_valido`) for what the URL parser has written.
const pattern = /^https:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?(?:[/?#][\]!#-;=?-[^-~]*)?$/;

/** Whether an address leads to one of these hosts, whatever port it names. */
const leadsTo = (url: URL, origins: string[]) => origins.some((origin) => new URL(origin).hostname === url.hostname);

/**
 * Reads what a creator typed as the download of a product: a file that was uploaded here (`descargas/…`), or an https
 * address without a name or a password in it.
 *
 * @param ownOrigins addresses of the shop and of its services, which nobody is led to by a download
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
