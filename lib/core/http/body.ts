import { isShallow, parseJson } from './json';

/** The bytes of a body; null when it is too long: reading stops at the limit. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return new Uint8Array();
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bytes of a request's body, or null when it is empty or too long: reading stops at the limit. */
export async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = await readBytes(request, maxBytes);
  return bytes?.byteLength ? bytes : null;
}

/** More than the longest draft of a product. */
const longestJson = 1_000_000;

/**
 * The JSON of a request's body with its text, for callers who get the reason of a refusal.
 *
 * @param maxBytes reading stops there
 */
export async function readJsonWithin(
  request: Request,
  maxBytes: number,
): Promise<{ value: unknown; text: string } | 'empty' | 'too long' | 'no JSON'> {
  if (Number(request.headers.get('content-length')) > maxBytes) return 'too long';
  const bytes = await readBytes(request, maxBytes);
  if (!bytes) return 'too long';
  if (bytes.byteLength === 0) return 'empty';
  const text = new TextDecoder().decode(bytes);
  const value = parseJson(text);
  return value !== null && isShallow(value) ? { value, text } : 'no JSON';
}

/**
 * The JSON of a request's body.
 *
 * @returns undefined for an empty body; null for one that is too long, nested too deep or no JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  const read = await readJsonWithin(request, longestJson);
  if (read === 'empty') return undefined;
  return typeof read === 'object' ? read.value : null;
}
