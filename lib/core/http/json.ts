/** Parses JSON; null if the text is not JSON. The middleware uses it, so it needs no Node module. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const deepest = 50;

/**
 * True if a JSON value is not nested deeper than any that the shop exchanges. A few bytes can nest so deep that
 * serialising the value overflows the stack.
 */
export const isShallow = (value: unknown, left = deepest): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1)));
