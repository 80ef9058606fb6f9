import { z } from 'zod';
import { callWithSecretKey, type Project } from './call.ts';

const answer = z.union([
  z.object({ ok: z.literal(true), archivos: z.number() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

/** The operator's verdict on a file; `forget` removes it, so that the scanner decides again. */
export type Verdict = 'forbid' | 'allow' | 'forget';

/**
 * Judges files by their SHA-256; the verdict applies to files in the shop at once.
 *
 * @param reason shown to the creators of forbidden files
 * @returns a sentence about the result
 * @throws an Error with a sentence if the project refuses
 */
export async function judgeFile(
  project: Project,
  verdict: Verdict,
  sum: string,
  reason: string | null,
): Promise<string[]> {
  const said = answer.parse(
    await callWithSecretKey(project, 'juzgar_archivo', {
      p_huella: sum.toLowerCase(),
      p_prohibido: verdict === 'forget' ? null : verdict === 'forbid',
      p_motivo: reason,
    }),
  );
  if (!said.ok) throw new Error('give a SHA-256 of 64 hexadecimal digits, and a reason of 3 to 200 characters');
  return [
    `${{ forbid: 'forbidden', allow: 'allowed', forget: 'forgotten' }[verdict]}: ${said.archivos} files of the shop`,
  ];
}
