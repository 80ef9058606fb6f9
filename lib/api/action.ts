'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { pagePerson } from '@/lib/account/other-person';
import { callRpc } from '@/lib/core/action/rpc';
import { sha256 } from '@/lib/core/security/sha256';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { newKey } from './key';
import { keyDays, scopes } from './scopes';

const key = z.object({
  name: z.string().trim().min(1, 'name').max(60, 'name'),
  scopes: z.array(z.enum(scopes)).min(1, 'scopes'),
  days: z.coerce.number().refine((days) => keyDays.some((known) => known === days)),
  persona: pagePerson,
});

/** Creates an API key of the signed-in person and returns it. It cannot be read again. */
export const createApiKey = defineAction('createApiKey', {
  who: 'signedIn',
  input: key,
  limit: 'publish',
  run: async ({ name, scopes: allowed, days }) => {
    const made = newKey();
    const kept = await callRpc(
      createRequestClient(),
      'crear_llave',
      { p_nombre: name, p_ambitos: allowed, p_dias: days, p_llave: sha256(made), p_pista: made.slice(-4) },
      ['demasiadas_llaves', 'cuenta_deshabilitada'],
    );
    return kept.ok ? { ok: true, value: made } : kept;
  },
  paths: ['/dashboard/api'],
  afterwards: [sendPendingMails],
});

/** Revokes an API key of the signed-in person at once. */
export const revokeApiKey = defineAction('revokeApiKey', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'revocar_llave', { p_llave: id }, ['no_existe']),
  paths: ['/dashboard/api'],
});
