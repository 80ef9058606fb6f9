/** A part of multipart/form-data; `fileName` of a file only. */
export type Part = { name: string; fileName?: string; bytes: Buffer };

async function toPart([name, value]: [string, string | File]): Promise<Part> {
  if (typeof value === 'string') return { name, bytes: Buffer.from(value) };
  return { name, fileName: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
}

/** The parts of a multipart body, none of one that is malformed; null for a body of another type. */
export async function readParts(contentType: string | undefined, body: Buffer): Promise<Part[] | null> {
  if (!contentType?.startsWith('multipart/form-data')) return null;
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const form = await sent.formData().catch(() => new FormData());
  return Promise.all([...form].map(toPart));
}

const signatures = { pdf: '%PDF-', jpg: '\xff\xd8\xff', png: '\x89PNG\r\n\x1a\n', gif: 'GIF8' } as const;
export type FileKind = keyof typeof signatures;

/** The kind of a file by its first bytes; null for any other. */
export function kindOf(bytes: Buffer): FileKind | null {
  const start = bytes.subarray(0, 8).toString('latin1');
  const kinds = Object.entries(signatures) as [FileKind, string][];
  return kinds.find(([, signature]) => start.startsWith(signature))?.[0] ?? null;
}
