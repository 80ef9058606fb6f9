import { marked } from 'marked';
import en from '@/content/creators/en/servers.md';
import es from '@/content/creators/es/servers.md';
import type { Locale } from '@/lib/core/i18n/locales';

const texts: Record<Locale, string> = { es, en };

/** The guide to delivery into the game as HTML. Its Markdown is trusted. Wide tables scroll in a frame. */
export const renderServerGuide = (locale: Locale): string =>
  marked
    .parse(texts[locale], { async: false, gfm: true })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
