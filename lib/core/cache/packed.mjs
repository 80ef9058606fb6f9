/** @returns {typeof import('node:v8')} */
const v8 = () => globalThis.process.getBuiltinModule('node:v8');

/** What begins every packed entry, so that another form in the same place is never taken for one. */
const form = 'unstore 1';

/**
 * Packs an entry of a cache, with its maps and buffers. Texts are packed as UTF-8, as pages with one character outside
 * Latin-1 would otherwise take twice the room.
 *
 * @param {unknown} entry
 * @returns {Buffer}
 */
export const pack = (entry) => v8().serialize([form, entry]);

/**
 * @param {Buffer | null} packed
 * @returns {any} the entry, or null for what is none
 */
export function unpack(packed) {
  if (!packed) return null;
  try {
    const [found, entry] = v8().deserialize(packed);
    return found === form ? entry : null;
  } catch {
    return null;
  }
}
