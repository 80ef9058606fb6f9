/** A part of multipart/form-data; `fileName` and `type` of a file only. */
export type Part = { name: string; fileName?: string | undefined; type?: string | undefined; bytes: Buffer };

const boundaryOf = (contentType: string | undefined) =>
  /^multipart\/form-data;\s*boundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1];

/** The parts of a multipart body; null for a body of another type. */
export function parseMultipart(contentType: string | undefined, body: Buffer): Part[] | null {
  const boundary = boundaryOf(contentType);
  if (!boundary) return null;
  // latin1 keeps every byte.
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString('utf8');
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    if (end < 0 || name === undefined) return [];
    return [
      {
        name,
        fileName: /\bfilename="([^"]*)"/i.exec(head)?.[1],
        type: /^content-type:\s*(\S+)/im.exec(head)?.[1],
        bytes: Buffer.from(piece.slice(end + 4), 'latin1'),
      },
    ];
  });
}

const signatures = { pdf: '%PDF-', jpg: '\xff\xd8\xff', png: '\x89PNG\r\n\x1a\n', gif: 'GIF8' } as const;
export type FileKind = keyof typeof signatures;

/** The kind of a file by its first bytes; null for any other. */
export function kindOf(bytes: Buffer): FileKind | null {
  const start = bytes.subarray(0, 8).toString('latin1');
  const kinds = Object.entries(signatures) as [FileKind, string][];
  return kinds.find(([, signature]) => start.startsWith(signature))?.[0] ?? null;
}
