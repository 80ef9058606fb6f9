/** What a text says as JSON, or null when it is none. The middleware reads by it: no part of Node here. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
