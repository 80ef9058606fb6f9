'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const setting = z.object({
  productId: z.uuid(),
  isOn: z.boolean(),
  limit: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(100)),
});

/** Sets whether orders of a creator's own product have licence keys, and on how many servers one may be active. */
export const saveLicenceSetting = defineAction('saveLicenceSetting', {
  who: 'signedIn',
  input: setting,
  limit: 'publish',
  run: ({ productId, isOn, limit }) =>
    callRpc(createRequestClient(), 'ajustar_licencias', { p_producto: productId, p_activa: isOn, p_maximo: limit }, [
      'no_existe',
      'cuenta_deshabilitada',
    ]),
  paths: ['/dashboard/licences'],
});

/** Removes the activation of a server from a licence key of the signed-in person. */
export const freeActivation = defineAction('freeActivation', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'liberar_activacion', { p_activacion: id }, ['no_existe']),
});

/** Replaces the licence key of an order of the signed-in person; its activations end. */
export const renewLicence = defineAction('renewLicence', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (orderId) => callRpc(createRequestClient(), 'renovar_licencia', { p_pedido: orderId }, ['no_existe']),
});
