import sanitizeHtml, { type Attributes } from 'sanitize-html';
import { outgoingLink } from './outgoing-link';

function safeLink(_tag: string, { href }: Attributes) {
  const address = href && outgoingLink(href);
  return {
    tagName: 'a',
    attribs: { ...(address && { href: address }), target: '_blank', rel: 'nofollow noopener noreferrer' },
  };
}

/**
 * Sanitises HTML of creators: text structure and safe outgoing links only; no styles, scripts, frames or handlers. It
 * runs when the text is saved and again when it is shown.
 */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'blockquote',
      'code',
      'pre',
      'hr',
      'a',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { h1: 'h2', a: safeLink },
  });
}
