import 'server-only';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { deadlines } from '@/lib/core/http/deadlines';
import type { EvidenceKind } from '../evidence-files';
import type { Evidence } from '../provider';
import { callPayPal, PayPalError } from './client';

/** PayPal's type of each kind of file. Its proof of fulfilment is the tracking number of a parcel. */
const types = {
  recibo: 'PROOF_OF_RECEIPT_COPY',
  comunicacion: 'OTHER',
  entrega: 'OTHER',
  condiciones: 'RETURN_POLICY',
  otro: 'OTHER',
} as const satisfies Record<EvidenceKind, string>;

/** Runs `work` with the parts of a form, which the SDK reads from temporary files, and deletes these. */
async function withForm<Value>(
  { text, files }: Evidence,
  work: (form: Record<string, string | ReadStream>) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const streams: ReadStream[] = [];
  try {
    for (const { id, read } of files) {
      const path = join(folder, id);
      await writeFile(path, await read());
      streams.push(createReadStream(path));
    }
    const evidences = [
      { evidence_type: 'OTHER', notes: text },
      ...files.map(({ id, kind, note }) => ({
        evidence_type: types[kind],
        documents: [{ name: id }],
        ...(note ? { notes: note } : {}),
      })),
    ];
    const named = streams.map((stream, index) => [`file${index + 1}`, stream] as const);
    return await work({ input: JSON.stringify({ evidences }), ...Object.fromEntries(named) });
  } finally {
    for (const stream of streams) stream.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

const shown = z.object({
  status: z.string(),
  evidences: z.array(z.object({ source: z.string().optional() })).default([]),
  links: z.array(z.object({ rel: z.string() })).default([]),
});

/**
 * Sends the answer to a dispute. PayPal accepts it while it waits for the seller, which a link in the dispute shows.
 * Idempotent: a dispute with evidence of the seller is not changed.
 *
 * @returns `sent`, or PayPal's reason for a refusal
 * @throws PayPalError if PayPal does not answer: the outcome is unknown
 */
export async function sendPayPalEvidence(disputeId: string, evidence: Evidence): Promise<'sent' | { refused: string }> {
  const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`;
  const { evidences, links, status } = shown.parse(await callPayPal({ method: 'GET', path }));
  if (evidences.some(({ source }) => source === 'SUBMITTED_BY_SELLER')) return 'sent';
  // Inquiries are answered on PayPal's own page.
  if (!links.some(({ rel }) => rel === 'provide-evidence')) return { refused: status };
  try {
    await withForm(evidence, (form) =>
      callPayPal({ method: 'POST', path: `${path}/provide-evidence`, form, patienceMs: deadlines.upload }),
    );
    return 'sent';
  } catch (error) {
    if (error instanceof PayPalError && error.isRefusal) return { refused: error.issue };
    throw error;
  }
}
