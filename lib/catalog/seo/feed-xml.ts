import { escapeMarkup } from '@/lib/core/html/escape';
import { addressIn, type Locale } from '@/lib/core/i18n/locales';
import { isoTime } from './iso-time';

/** A product or a post in a feed; paths of the shop, times in ISO 8601. */
export type FeedEntry = {
  id: string;
  path: string;
  title: string;
  summary: string;
  author: string;
  picture: string | null;
  publishedAt: string;
  updatedAt: string;
};

/** The address of the feed in a language. */
export const feedPath = (locale: Locale): string => addressIn('/feed.xml', locale);

/** The address of the feed of a creator's posts. */
export const creatorFeedPath = (displayName: string, locale: Locale): string => {
  const path = feedPath(locale);
  return `${path}${path.includes('?') ? '&' : '?'}creador=${encodeURIComponent(displayName)}`;
};

/** Characters that XML 1.0 does not allow, not even as references. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const inXml = (text: string) => escapeMarkup(text.replace(notXml, ''));

type Feed = { title: string; path: string; page: string; entries: FeedEntry[] };

/**
 * A feed (Atom, RFC 4287).
 *
 * @param feed its title, its own address, the page of what it lists, and its entries
 */
export function toFeed(site: string, locale: Locale, { title, path, page, entries }: Feed): string {
  const address = (path: string) => inXml(`${site}${path}`);
  const updated =
    entries
      .map(({ updatedAt }) => isoTime(updatedAt))
      .sort()
      .at(-1) ?? isoTime('1970-01-01');
  const items = entries.map(
    (entry) => `<entry>
<id>urn:uuid:${inXml(entry.id)}</id>
<title>${inXml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${address(entry.path)}"/>
${entry.picture ? `<link rel="enclosure" type="image/jpeg" href="${address(entry.picture)}"/>\n` : ''}<published>${isoTime(entry.publishedAt)}</published>
<updated>${isoTime(entry.updatedAt)}</updated>
<author><name>${inXml(entry.author)}</name></author>
<summary>${inXml(entry.summary)}</summary>
</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${address(path)}</id>
<title>${inXml(title)}</title>
<link rel="self" type="application/atom+xml" href="${address(path)}"/>
<link rel="alternate" type="text/html" href="${address(addressIn(page, locale))}"/>
<updated>${updated}</updated>
${items.join('\n')}
</feed>
`;
}
