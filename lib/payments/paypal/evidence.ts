import 'server-only';
import { z } from 'zod';
import type { Evidence } from '../provider';
import { callPayPal, PayPalError } from './client';

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
    await callPayPal({
      method: 'POST',
      path: `${path}/provide-evidence`,
      form: { input: JSON.stringify({ evidences: [{ evidence_type: 'OTHER', notes: evidence.text }] }) },
    });
    return 'sent';
  } catch (error) {
    if (error instanceof PayPalError && error.isRefusal) return { refused: error.issue };
    throw error;
  }
}
