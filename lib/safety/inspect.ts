import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { formatStoragePath, type StoragePath } from '@/lib/storage/path';
import { fetchForShop } from '@/lib/storage/shop-link';
import { readSignatures, type Scanned, scan } from './clamd';

/** Facts about a file that was read. */
export type Inspected = { clean: boolean; finding: string | null };

/** Larger files are read by the job, not while their creator waits. */
export const mostBytesAtOnce = 256 * 1024 ** 2;
const patience = { atOnce: 2 * 60_000, job: 30 * 60_000 } as const;

const judged = z
  .object({ limpio: z.boolean(), hallazgo: z.string().nullable() })
  .transform(({ limpio, hallazgo }): Inspected => ({ clean: limpio, finding: hallazgo }));

/** The version of the scanner's signatures; null if the shop has no scanner. */
export async function signaturesNow(): Promise<string | null> {
  const { CLAMD_URL } = env();
  return CLAMD_URL ? readSignatures(CLAMD_URL) : null;
}

/** Reads all parts of a file once: for its SHA-256, and for the scanner until it stops reading. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<{ sum: string; scanned: Scanned | null }> {
  const { CLAMD_URL } = env();
  const hash = createHash('sha256');
  const reader = body.getReader();
  // Without `return`: a scanner that stops early does not end the reading.
  const parts: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => parts,
    async next() {
      const { done, value } = await reader.read();
      if (done) return { done, value: undefined };
      hash.update(value);
      return { done: false, value };
    },
  };
  try {
    const scanned = CLAMD_URL ? await scan(CLAMD_URL, parts) : null;
    for await (const _part of parts);
    return { sum: hash.digest('hex'), scanned };
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Reads a file in storage unless it was read with these signatures, has it scanned if there is a scanner, and records
 * the result. A finding, or a SHA-256 that the operator has forbidden, puts it into quarantine.
 *
 * @param path a file that has arrived, of the creator who sends it for review, or one from the database
 * @param most larger files are not read
 * @returns null if it is larger
 * @throws if storage, the scanner or the database does not answer
 */
export async function inspectStored(
  path: StoragePath,
  signatures: string | null,
  most = Number.POSITIVE_INFINITY,
): Promise<Inspected | null> {
  const link = formatStoragePath(path);
  const asked = { p_ruta: link, p_firmas: signatures };
  const known = await readRpc(createAdminClient(), 'analisis_conocido', asked, judged.nullable());
  if (known) return known;
  const response = await fetchForShop(
    path,
    AbortSignal.timeout(most < Number.POSITIVE_INFINITY ? patience.atOnce : patience.job),
  );
  if (!response.ok || !response.body) throw new Error(`storage answered ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    await response.body.cancel();
    return null;
  }
  const { sum, scanned } = await readAll(response.body);
  const note = {
    p_ruta: link,
    p_huella: sum,
    p_resultado: scanned?.kind === 'found' ? 'hallazgo' : scanned?.kind === 'clean' ? 'limpio' : 'sin_analizar',
    p_hallazgo: scanned?.kind === 'found' ? scanned.finding : null,
    p_firmas: signatures,
  };
  return readRpc(createAdminClient(), 'anotar_analisis', note, judged);
}
