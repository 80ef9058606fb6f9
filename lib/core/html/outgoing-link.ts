/**
 * The address of a typed or pasted link: https, or a mail address. `https://` and `mailto:` can be omitted, and http
 * becomes https.
 *
 * @returns null for any other text, such as a path of the shop or a script
 */
export function outgoingLink(text: string): string | null {
  const typed = text.trim().replaceAll(' ', '%20');
  if (/^mailto:[^@]+@/i.test(typed)) return typed;
  if (/^[^@:/?]+@[^@:/?]+\.[^@:/?]+$/.test(typed)) return `mailto:${typed}`;
  if (/[\s\\]/.test(typed) || /^[/.#?]/.test(typed)) return null;
  const address = `https://${typed.replace(/^https?:\/*/i, '')}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  return hostname.includes('.') && username === '' ? address : null;
}
