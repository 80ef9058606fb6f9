'use server';

import { revalidatePath, revalidateTag } from 'next/cache';
import { after } from 'next/server';
import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import { displayNameSchema, isReservedName } from '@/lib/account/display-name';
import { finishClubCancellations } from '@/lib/club/cancellations';
import { fail, type Result } from '@/lib/core/action/result';
import { doneOf } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { nullable } from '@/lib/core/supabase/nullable';
import { createRequestClient } from '@/lib/core/supabase/server';
import { roles } from '@/lib/gates/person';

const refusals = z
  .enum([
    'sin_permiso',
    'usuario_no_existe',
    'motivo_no_valido',
    'datos_no_validos',
    'nombre_ocupado',
    'ultimo_admin',
    'rol_no_valido',
    'es_admin',
    'es_suya',
    'fecha_no_valida',
    'segundo_factor_propio',
    'sin_segundo_factor',
  ])
  .catch('datos_no_validos');
export type UserError = z.output<typeof refusals> | 'nombre_no_valido' | 'nombre_reservado' | 'failed';

const reason = z.string().trim().min(3).max(500);

/** Turns the answer of the database into a result, and has the pages that show the person rendered anew. */
function conclude(name: string, answered: Parameters<typeof doneOf>[1]): Result<undefined, UserError> {
  const result = doneOf(name, answered, refusals);
  if (result.ok) revalidatePath('/dashboard-admin', 'layout');
  return result;
}

const edit = z.object({
  id: z.uuid(),
  displayName: displayNameSchema.optional(),
  reputation: z.enum(reputations).optional(),
  role: z.enum(roles).optional(),
  uncoins: z.number().int().min(0).max(1_000_000).optional(),
  reason,
});

/**
 * Changes what an admin may change of a person (docs/behaviour/admin.md, "People"). A field that is left out keeps its
 * value in the database, even if it has changed since the form was opened. The database checks who asks, and records
 * the change with the reason.
 */
export async function editUser(input: z.input<typeof edit>): Promise<Result<undefined, UserError>> {
  const parsed = edit.safeParse(input);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => path[0]);
    if (wrong.includes('reason')) return fail('motivo_no_valido');
    return fail(wrong.includes('displayName') ? 'nombre_no_valido' : 'datos_no_validos');
  }
  const { id, displayName, reputation, role, uncoins } = parsed.data;
  const client = await createRequestClient();
  const { data: before } = await client.from('usuarios_meta').select('display_name').eq('id', id).maybeSingle();
  const answered = await client.rpc('admin_editar_usuario', {
    p_usuario: id,
    // Through JSON, so that undefined fields are not sent.
    p_cambios: JSON.parse(JSON.stringify({ display_name: displayName, reputacion: reputation, role, uncoins })),
    p_motivo: parsed.data.reason,
  });
  for (const name of [before?.display_name, displayName]) if (name) revalidateTag(tags.creator(name), { expire: 0 });
  const result = conclude('admin_editar_usuario', answered);
  // Staff may have reserved names, and only the database knows for certain who is staff, so this reads its refusal.
  const isReserved = !result.ok && result.error === 'datos_no_validos' && displayName && isReservedName(displayName);
  return isReserved ? fail('nombre_reservado') : result;
}

const ban = z.object({ id: z.uuid(), until: z.union([z.literal(''), z.iso.date()]), reason });

/**
 * Bans a person until the end of a day in Spain, or for good; from then on their sessions can do nothing
 * (docs/behaviour/account.md, "Bans").
 */
export async function banUser(input: z.input<typeof ban>): Promise<Result<undefined, UserError>> {
  const parsed = ban.safeParse(input);
  if (!parsed.success) {
    return fail(parsed.error.issues.some(({ path }) => path[0] === 'reason') ? 'motivo_no_valido' : 'fecha_no_valida');
  }
  const answered = await (await createRequestClient()).rpc(
    'vetar',
    nullable({
      p_usuario: parsed.data.id,
      p_hasta: parsed.data.until || null,
      p_motivo: parsed.data.reason,
    }),
  );
  const banned = conclude('vetar', answered);
  // The ban has recorded which subscriptions must end at Stripe. The ten-minute job tries again what Stripe does not
  // confirm now.
  if (banned.ok) after(finishClubCancellations);
  return banned;
}

/** Ends a ban before its time. */
export async function unbanUser(input: { id: string; reason: string }): Promise<Result<undefined, UserError>> {
  const parsed = z.object({ id: z.uuid(), reason }).safeParse(input);
  if (!parsed.success) return fail('motivo_no_valido');
  const answered = await (await createRequestClient()).rpc('levantar_veto', {
    p_usuario: parsed.data.id,
    p_motivo: parsed.data.reason,
  });
  return conclude('levantar_veto', answered);
}

/** Removes the second factor of somebody who has lost it. Their sessions end, and they get the reason by mail. */
export async function removeSecondFactor(input: { id: string; reason: string }): Promise<Result<undefined, UserError>> {
  const parsed = z.object({ id: z.uuid(), reason }).safeParse(input);
  if (!parsed.success) return fail('motivo_no_valido');
  const answered = await (await createRequestClient()).rpc('admin_quitar_segundo_factor', {
    p_usuario: parsed.data.id,
    p_motivo: parsed.data.reason,
  });
  return conclude('admin_quitar_segundo_factor', answered);
}
