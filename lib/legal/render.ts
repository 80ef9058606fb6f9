import { marked } from 'marked';
import { escapeMarkup } from '@/lib/core/html/escape';

/** What the texts may name of the shop, as `{{name}}`. */
export type LegalFacts = Record<'seller' | 'taxId' | 'address' | 'email' | 'site', string>;

const isFact = (name: string, facts: LegalFacts): name is keyof LegalFacts => Object.hasOwn(facts, name);

/** Tables may be wider than a phone: they scroll in a frame of their own. */
const framed = (html: string) =>
  html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>');

/**
 * A legal text as HTML. The Markdown is the shop's own and trusted; what is filled in is text.
 *
 * @param markdown with `{{name}}` for what the shop knows of itself
 * @param facts empty ones are shown as `missing`
 * @throws an Error for a name that there is not
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
