import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';

const answer = z.union([
  z.object({ ok: z.literal(true), archivos: z.number() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

/** What the operator says of a file; `forget` leaves it to the scanner again. */
export type Verdict = 'forbid' | 'allow' | 'forget';

/**
 * Judges files by their SHA-256, those in the shop at once.
 *
 * @param reason shown to the creators of forbidden files
 * @returns a sentence about what was done
 * @throws an Error with a sentence if the project refuses
 */
export async function judgeFile(
  { url, secretKey }: { url: string; secretKey: string },
  verdict: Verdict,
  sum: string,
  reason: string | null,
): Promise<string[]> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.rpc('juzgar_archivo', {
    p_huella: sum.toLowerCase(),
    p_prohibido: verdict === 'forget' ? null : verdict === 'forbid',
    p_motivo: reason,
  });
  if (error) throw new Error(`juzgar_archivo: ${error.message}`);
  const said = answer.parse(data);
  if (!said.ok) throw new Error('give a SHA-256 of 64 hexadecimal digits, and a reason of 3 to 200 characters');
  return [
    `${{ forbid: 'forbidden', allow: 'allowed', forget: 'forgotten' }[verdict]}: ${said.archivos} files of the shop`,
  ];
}
