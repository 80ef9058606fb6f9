'use server';

import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import { defineAction } from '@/lib/account/define-action';
import { displayNameSchema, isReservedName } from '@/lib/account/names/display-name';
import { finishClubCancellations } from '@/lib/club/cancellations';
import { editInput, toConflict } from '@/lib/core/action/edit';
import { fail } from '@/lib/core/action/result';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { roles } from '@/lib/gates/person';
import { sendPendingMails } from '@/lib/mail/server';
import { reasonText } from './schema';

const personAndReason = z.object({ id: z.uuid(), reason: reasonText });

/** Pages that show a person. */
const paths = [['/dashboard-admin', 'layout']] as const;

async function nameOf(id: string): Promise<string | null> {
  const client = await createRequestClient();
  const data = await dataOf(
    'display name query',
    client.from('usuarios_meta').select('display_name').eq('id', id).maybeSingle(),
  );
  return data?.display_name ?? null;
}

/** The editable fields of a person, with their columns. */
const fields = {
  displayName: { column: 'display_name', schema: displayNameSchema },
  reputation: { column: 'reputacion', schema: z.enum(reputations) },
  role: { column: 'role', schema: z.enum(roles) },
  uncoins: {
    column: 'uncoins',
    schema: z
      .string()
      .trim()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .pipe(z.number().max(1_000_000)),
  },
};

/**
 * Edits a person with a logged reason (docs/behaviour/admin.md, "People"). Only changes are saved; a field that
 * somebody else has changed since, or that changes by itself, like coins, is a `conflicto`.
 */
export const editUser = defineAction('editUser', {
  who: 'admin',
  input: z.object({ id: z.uuid(), edit: editInput(fields), reason: reasonText }),
  invalid: (problems) => {
    if (problems.reason) return 'motivo_no_valido';
    if (problems['edit.displayName']) return 'nombre_no_valido';
    return problems['edit.uncoins'] ? 'uncoins_no_validos' : 'invalid';
  },
  run: async ({ id, edit, reason: why }) => {
    const before = await nameOf(id);
    const displayName = edit.changes.display_name;
    const result = await callRpc(
      createRequestClient(),
      'guardar_usuario',
      { p_usuario: id, p_base: toJson(edit.base), p_cambios: toJson(edit.changes), p_motivo: why },
      [
        'usuario_no_existe',
        'motivo_no_valido',
        'nombre_ocupado',
        'ultimo_admin',
        'rol_no_valido',
        'es_suya',
        'conflicto',
      ],
    );
    const name = typeof displayName === 'string' ? displayName : null;
    if (result.ok) return { ok: true, value: [before, name].filter((known) => known !== null) };
    if (result.error === 'conflicto') return toConflict(fields, result.details);
    // Only the database can decide who may use a reserved name.
    const isReserved = result.error === 'datos_no_validos' && name !== null && isReservedName(name);
    return isReserved ? fail('nombre_reservado') : result;
  },
  tags: (_input, names) => ({ now: names.map(tags.creator), soon: names.map(tags.byline) }),
  paths,
});

/**
 * Bans a person until the end of a day in Spain, or permanently; their sessions can do nothing
 * (docs/behaviour/account.md, "Bans").
 */
export const banUser = defineAction('banUser', {
  who: 'admin',
  input: z.object({ id: z.uuid(), until: z.union([z.literal(''), z.iso.date()]), reason: reasonText }),
  invalid: (fields) => (fields.reason ? 'motivo_no_valido' : 'fecha_no_valida'),
  run: ({ id, until, reason: why }) =>
    callRpc(createRequestClient(), 'vetar', { p_usuario: id, p_hasta: until || null, p_motivo: why }, [
      'usuario_no_existe',
      'motivo_no_valido',
      'es_admin',
      'fecha_no_valida',
    ]),
  paths,
  // The ban has ordered the cancellations at Stripe. The ten-minute job repeats unconfirmed ones.
  afterwards: [finishClubCancellations],
});

/** Ends a ban early. */
export const unbanUser = defineAction('unbanUser', {
  who: 'admin',
  input: personAndReason,
  invalid: 'motivo_no_valido',
  run: ({ id, reason: why }) =>
    callRpc(createRequestClient(), 'levantar_veto', { p_usuario: id, p_motivo: why }, ['usuario_no_existe']),
  paths,
});

/** Removes a lost second factor. The person's sessions end, and they get the reason by mail. */
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
  afterwards: [sendPendingMails],
});
