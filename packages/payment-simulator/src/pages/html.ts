const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, between tags and in the quotes of an attribute. */
const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Markup that is already safe to print. */
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

/** A template whose every value is escaped unless it is Markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(
    strings.reduce((text, string, index) => text + string + (index < parts.length ? print(parts[index]) : ''), ''),
  );
}
