'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { wakeServers } from './wake';

const input = z.object({ order: z.uuid(), server: z.uuid() });

/** The buyer chooses the server of an order, once. */
export const chooseServer = defineAction('chooseServer', {
  who: 'signedIn',
  input,
  invalid: 'no_existe',
  run: ({ order, server }) =>
    callRpc(createRequestClient(), 'elegir_servidor', { p_pedido: order, p_servidor: server }, [
      'no_existe',
      'ya_elegido',
    ]),
  afterwards: [wakeServers],
});

/** Requests an order's commands again for its buyer: those that failed, and those that are safe to repeat. */
export const askAgain = defineAction('askAgain', {
  who: 'signedIn',
  input,
  invalid: 'no_existe',
  run: ({ order, server }) =>
    callRpc(createRequestClient(), 'pedir_reenvio', { p_pedido: order, p_servidor: server }, [
      'no_existe',
      'nada_que_reenviar',
    ]),
});
