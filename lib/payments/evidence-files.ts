/** Kinds of files of a dispute answer. */
export const evidenceKinds = ['recibo', 'comunicacion', 'entrega', 'condiciones', 'otro'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Largest file that any provider accepts, in bytes. */
export const largestEvidence = 10 * 1024 * 1024;

/** The providers' types and sizes in MB; the database refuses the rest (`anadir_prueba`). */
export const evidenceLimits = {
  stripe: { accept: 'application/pdf,image/jpeg,image/png', names: 'PDF, JPEG, PNG', each: 5, all: 4.5 },
  paypal: {
    accept: 'application/pdf,image/jpeg,image/png,image/gif',
    names: 'PDF, JPEG, PNG, GIF',
    each: 10,
    all: 50,
  },
} as const;

const signatures: Array<[string, readonly number[]]> = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];

/** The type of a file by its first bytes, regardless of its name; null for types that no provider accepts. */
export const typeOfEvidence = (file: Uint8Array): string | null =>
  signatures.find(([, signature]) => signature.every((byte, index) => file[index] === byte))?.[0] ?? null;
