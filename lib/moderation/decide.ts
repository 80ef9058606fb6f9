'use server';

import { revalidatePath, revalidateTag } from 'next/cache';
import { after } from 'next/server';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { resultOf } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';

const input = z.object({
  id: z.uuid(),
  approve: z.boolean(),
  reasons: z.array(z.string().max(40)).max(8),
  note: z.string().trim().max(2_000),
});
const refusals = z
  .enum(['sin_permiso', 'revision_no_existe', 'ya_resuelta', 'es_suya', 'motivo_no_valido'])
  .catch('sin_permiso');

/**
 * Approves a revision, which puts it on sale, or rejects it with reasons (docs/behaviour/moderation.md, "Revision
 * queue"). Its creator is told.
 */
export async function decideRevision(
  id: string,
  approve: boolean,
  reasons: string[],
  note: string,
): Promise<Result<undefined, z.output<typeof refusals> | 'failed'>> {
  const parsed = input.safeParse({ id, approve, reasons, note });
  if (!parsed.success) return fail('failed');
  const answered = await (await createRequestClient()).rpc('resolver_revision', {
    p_revision: parsed.data.id,
    p_aprobar: parsed.data.approve,
    p_motivos: parsed.data.reasons,
    p_nota: parsed.data.note,
  });
  const result = resultOf('resolver_revision', answered, refusals);
  if (!result.ok) return result;
  const { slug } = z.object({ slug: z.string() }).parse(result.value);
  after(sendPendingMails);
  revalidateTag(tags.catalog, { expire: 0 });
  revalidateTag(tags.product(slug), { expire: 0 });
  revalidatePath('/moderation');
  return succeed(undefined);
}
