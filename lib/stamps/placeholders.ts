/** Placeholders of sold plugins, the same as in other shops, and the values that replace them. */
export const placeholders = [
  'USER',
  'USERNAME',
  'RESOURCE',
  'RESOURCE_VERSION',
  'NONCE',
  'TIMESTAMP',
  'LICENSE',
] as const;
type Placeholder = (typeof placeholders)[number];
export type StampValues = Readonly<Record<Placeholder, string>>;

const opening = Buffer.from('%%__');
const pattern = new RegExp(`%%__(${placeholders.join('|')})__%%`, 'g');

/** True if bytes have a placeholder. */
export function hasPlaceholder(bytes: Buffer): boolean {
  // Most files have none, and a search for bytes is much faster than a pattern.
  const first = bytes.indexOf(opening);
  return first >= 0 && bytes.toString('latin1', first).search(pattern) >= 0;
}

/**
 * Replaces placeholders in any text encoding that contains ASCII.
 *
 * @param encode the bytes of a value
 */
export function replacePlaceholders(bytes: Buffer, values: StampValues, encode: (value: string) => Buffer): Buffer {
  if (!bytes.includes(opening)) return bytes;
  const text = bytes
    .toString('latin1')
    .replace(pattern, (_all, name: Placeholder) => encode(values[name]).toString('latin1'));
  return Buffer.from(text, 'latin1');
}

/** The UTF-8 of a value. */
export const utf8 = (value: string): Buffer => Buffer.from(value, 'utf8');
