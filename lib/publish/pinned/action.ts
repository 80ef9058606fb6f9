'use server';

import { z } from 'zod';
import { defineForm } from '@/lib/account/define-action';
import { getMe } from '@/lib/account/server';
import { eachOnce } from '@/lib/core/action/each-once';
import { callRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { pinNames } from './types';

const pin = z.union([z.literal(''), z.uuid()]).default('');

/** Saves the pinned products of the signed-in creator's profile, in the order of the fields. */
export const savePinnedAction = defineForm('savePinnedAction', {
  who: 'signedIn',
  input: z
    .object({ pin0: pin, pin1: pin, pin2: pin })
    .superRefine(eachOnce(pinNames, 'pinnedTwice'))
    .transform((places) => pinNames.map((name) => places[name]).filter((id) => id !== '')),
  keep: pinNames,
  run: (products) =>
    callRpc(createRequestClient(), 'fijar_productos', { p_productos: products }, ['producto_no_valido']),
  tags: async () => {
    const me = await getMe();
    return me ? { now: [tags.creator(me.displayName)] } : {};
  },
});
