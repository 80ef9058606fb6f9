/** Parses JSON; null if the text is not JSON. The middleware uses it, so it needs no Node module. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
