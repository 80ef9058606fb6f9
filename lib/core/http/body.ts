/** Reads the body of a request, up to a limit. Null if it is empty or too long. */
export async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return null;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}
