import { marked } from 'marked';
import { escapeMarkup } from '@/lib/core/html/escape';

/** Placeholders of the texts, `{{name}}`. */
export type LegalFacts = Record<'seller' | 'taxId' | 'address' | 'email' | 'site', string>;

const isFact = (name: string, facts: LegalFacts): name is keyof LegalFacts => Object.hasOwn(facts, name);

/** Wide tables scroll in a frame. */
const framed = (html: string) =>
  html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>');

/**
 * Renders a legal text as HTML. The Markdown is trusted; placeholder values are escaped.
 *
 * @param markdown with `{{name}}` placeholders
 * @param facts empty ones are shown as `missing`
 * @throws an Error for an unknown placeholder
 */
export function renderLegalText(markdown: string, facts: LegalFacts, missing: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return framed(html).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!isFact(name, facts)) throw new Error(`a legal text names {{${name}}}, which there is not`);
    const value = facts[name].trim();
    if (value === '') return `<mark>${escapeMarkup(missing)}</mark>`;
    const text = escapeMarkup(value);
    return name === 'email' ? `<a href="mailto:${encodeURI(value).replaceAll('"', '%22')}">${text}</a>` : text;
  });
}
