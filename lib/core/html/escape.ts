// No imports: browsers load this file too.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML, in content and in quoted attributes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** JSON for a `<script>` element; no text in it can close the element. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
