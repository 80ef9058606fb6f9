/**
 * The address of a typed or pasted link: https, or a mail address. `https://` and `mailto:` may be left out, and http
 * becomes https.
 *
 * @returns null for anything else, such as a path of the shop or a script
 */
export function outgoingLink(text: string): string | null {
  const typed = text.trim();
  if (/\s/.test(typed) || /^[/.#?]/.test(typed)) return null;
  if (/^(?:mailto:)?[^@:/]+@[^@/]+\.[^@/]+$/i.test(typed)) return typed.replace(/^(?:mailto:)?/i, 'mailto:');
  const address = /^https?:/i.test(typed) ? typed.replace(/^http:/i, 'https:') : `https://${typed}`;
  return URL.canParse(address) && new URL(address).hostname.includes('.') ? address : null;
}
