import sanitizeHtml from 'sanitize-html';
import { cut } from '../cut';

/**
 * The plain text of HTML in one line, cut at a length with an ellipsis.
 *
 * @param most in UTF-16 units, without the ellipsis
 */
export function textOfHtml(html: string, most: number): string {
  const spaced = html.replaceAll(/<\/(?:p|h\d|li|blockquote|pre|td|th)>|<br\s*\/?>/g, '$& ');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    // Last, so that a written `&lt;` is not decoded twice.
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= most ? text : `${cut(text, most).trimEnd()}…`;
}
