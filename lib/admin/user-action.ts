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
 * Changes what an admin may change of a person (docs/behaviour/admin.md, "People"). A field that is left out keeps its
 * value in the database, even if it has changed since the form was opened. The database checks who asks, and records
 * the change with the reason.
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
        // Through JSON, so that undefined fields are not sent.
        p_cambios: JSON.parse(JSON.stringify({ display_name: displayName, reputacion: reputation, role, uncoins })),
        p_motivo: why,
      },
      ['usuario_no_existe', 'motivo_no_valido', 'nombre_ocupado', 'ultimo_admin', 'rol_no_valido', 'es_suya'],
    );
    if (result.ok) return { ok: true, value: [before, displayName].filter((name) => name != null) };
    // Staff may have reserved names, and only the database knows for certain who is staff, so this reads its refusal.
    const isReserved = result.error === 'datos_no_validos' && displayName && isReservedName(displayName);
    return isReserved ? fail('nombre_reservado') : result;
  },
  tags: (_input, names) => ({ now: names.map(tags.creator), soon: names.map(tags.byline) }),
  paths,
});

/**
 * Bans a person until the end of a day in Spain, or for good; from then on their sessions can do nothing
 * (docs/behaviour/account.md, "Bans").
 */
export const banUser = defineAction('banUser', {
  who: 'admin',
  input: z.object({ id: z.uuid(), until: z.union([z.literal(''), z.iso.date()]), reason }),
  invalid: (fields) => (fields.reason ? 'motivo_no_valido' : 'fecha_no_valida'),
  run: ({ id, until, reason: why }) =>
    callRpc(createRequestClient(), 'vetar', { p_usuario: id, p_hasta: until || null, p_motivo: why }, [
      'usuario_no_existe',
      'motivo_no_valido',
      'es_admin',
      'fecha_no_valida',
    ]),
  paths,
  // The ban has recorded which subscriptions must end at Stripe. The ten-minute job tries again what Stripe does not
  // confirm now.
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

/** Removes the second factor of somebody who has lost it. Their sessions end, and they get the reason by mail. */
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
