'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/** True if the signed-in person asked for a notification when a sold-out product can be bought again. */
export const readStockWish = defineAction('readStockWish', {
  who: 'signedIn',
  input: z.uuid(),
  run: async (productId) => {
    const client = await createRequestClient();
    const row = await dataOf(
      'stock wish query',
      client.from('avisos_existencias').select('producto_id').eq('producto_id', productId).maybeSingle(),
    );
    return succeed(row !== null);
  },
});

/** Requests one notification when a sold-out product can be bought again, or withdraws the request. */
export const wishForStock = defineAction('wishForStock', {
  who: 'signedIn',
  input: z.object({ productId: z.uuid(), wanted: z.boolean() }),
  toInput: (productId: string, wanted: boolean) => ({ productId, wanted }),
  run: ({ productId, wanted }) =>
    callRpc(createRequestClient(), 'avisarme', { p_producto: productId, p_quiero: wanted }, [
      'no_existe',
      'disponible',
    ]),
});
