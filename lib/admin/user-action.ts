'use server';

import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import { defineAction } from '@/lib/account/define-action';
import { displayNameSchema, isReservedName } from '@/lib/account/display-name';
import { finishClubCancellations } from '@/lib/club/cancellations';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { roles } from '@/lib/gates/person';

const reason = z.string().trim().min(3).max(500);
const personAndReason = z.object({ id: z.uuid(), reason });

/** The pages that show a person. */
const paths = [['/dashboard-admin', 'layout']] as const;

async function nameOf(id: string): Promise<string | null> {
  const client = await createRequestClient();
  const { data, error } = await client.from('usuarios_meta').select('display_name').eq('id', id).maybeSingle();
  if (error) throw new Error(`usuarios_meta: ${error.message}`);
  return data?.display_name ?? null;
}

/**
 * Changes what SPEC §6 lets an admin change of a person; what is left out stays, also when it has changed meanwhile.
 * The database notes it with the reason. Answers the names whose public profile is another now.
 */
export const editUser = defineAction('editUser', {
  who: 'admin',
  input: z.object({
    id: z.uuid(),
    displayName: displayNameSchema.optional(),
    reputation: z.enum(reputations).optional(),
    role: z.enum(roles).optional(),
    uncoins: z.number().int().min(0).max(1_000_000).optional(),
    reason,
  }),
  invalid: (fields) => (fields.reason ? 'motivo_no_valido' : fields.displayName ? 'nombre_no_valido' : 'invalid'),
  run: async ({ id, displayName, reputation, role, uncoins, reason: why }) => {
    const before = await nameOf(id);
    const result = await callRpc(
      createRequestClient(),
      'admin_editar_usuario',
      {
        p_usuario: id,
        // What is undefined is not sent at all.
        p_cambios: JSON.parse(JSON.stringify({ display_name: displayName, reputacion: reputation, role, uncoins })),
        p_motivo: why,
      },
      ['usuario_no_existe', 'motivo_no_valido', 'nombre_ocupado', 'ultimo_admin', 'rol_no_valido', 'es_suya'],
    );
    if (result.ok) return { ok: true, value: [before, displayName].filter((name) => name != null) };
    // The database lets staff be called so, and only it knows who is staff by then.
    const isReserved = result.error === 'datos_no_validos' && displayName && isReservedName(displayName);
    return isReserved ? fail('nombre_reservado') : result;
  },
  tags: (_input, names) => names.map(tags.creator),
  paths,
});

/** Bans a person until the end of a day, or for good; from then on their sessions can do nothing (SPEC §6). */
export const banUser = defineAction('banUser', {
  who: 'admin',
  input: z.object({ id: z.uuid(), until: z.union([z.literal(''), z.iso.date()]), reason }),
  invalid: (fields) => (fields.reason ? 'motivo_no_valido' : 'fecha_no_valida'),
  run: ({ id, until, reason: why }) =>
    callRpc(
      createRequestClient(),
      'vetar',
      { p_usuario: id, p_hasta: until ? `${until}T23:59:59Z` : null, p_motivo: why },
      ['usuario_no_existe', 'motivo_no_valido', 'es_admin', 'fecha_no_valida'],
    ),
  paths,
  // The ban has written down what ends at Stripe; what Stripe does not confirm now, the job asks for again.
  afterwards: [finishClubCancellations],
});

/** Ends a ban before its time. */
export const unbanUser = defineAction('unbanUser', {
  who: 'admin',
  input: personAndReason,
  invalid: 'motivo_no_valido',
  run: ({ id, reason: why }) =>
    callRpc(createRequestClient(), 'levantar_veto', { p_usuario: id, p_motivo: why }, ['usuario_no_existe']),
  paths,
});

/** Takes the second factor off somebody who has lost it; their sessions end, and they get the reason by mail. */
export const removeSecondFactor = defineAction('removeSecondFactor', {
  who: 'admin',
  input: personAndReason,
  invalid: 'motivo_no_valido',
  run: ({ id, reason: why }) =>
    callRpc(createRequestClient(), 'admin_quitar_segundo_factor', { p_usuario: id, p_motivo: why }, [
      'usuario_no_existe',
      'motivo_no_valido',
      'segundo_factor_propio',
      'sin_segundo_factor',
    ]),
  paths,
});
