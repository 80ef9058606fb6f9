const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for element content and quoted attributes. */
const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Markup that is safe to print. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | Part[] | string | number | false | null | undefined;

function print(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(print).join('');
  if (part === false || part === null || part === undefined) return '';
  return escapeMarkup(String(part));
}

/** A template that escapes every value except `Markup`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(
    strings.reduce((text, string, index) => text + string + (index < parts.length ? print(parts[index]) : ''), ''),
  );
}
