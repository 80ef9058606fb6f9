'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { pagePerson } from '@/lib/account/other-person';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isCallable, reachOf } from './post';
import { sendPendingHooks } from './send';
import { topics } from './types';

const paths = [['/dashboard/webhooks', 'layout']] as const;

const form = z.object({
  url: z.string().trim().min(1, 'url').max(500, 'url'),
  topics: z.array(z.enum(topics)).min(1, 'topics'),
});

const canCall = (url: string) => isCallable(url, reachOf(env().STORE_MODE === 'local'));
const wrongAddress = () => fail('invalid', { fieldErrors: { url: 'url' } });

const secret = z.object({ secreto: z.string() }).transform(({ secreto }) => secreto);

/** Adds an address of the signed-in creator and returns its secret, which cannot be read again. */
export const addHook = defineAction('addHook', {
  who: 'signedIn',
  input: form.extend({ persona: pagePerson }),
  limit: 'publish',
  run: async ({ url, topics: chosen }) => {
    if (!canCall(url)) return wrongAddress();
    return callRpc(
      createRequestClient(),
      'crear_webhook',
      { p_url: url, p_temas: chosen },
      ['demasiados_webhooks', 'cuenta_deshabilitada'],
      secret,
    );
  },
  paths,
});

/** Changes an address of the signed-in creator and its topics. */
export const changeHook = defineAction('changeHook', {
  who: 'signedIn',
  input: form.extend({ id: z.uuid() }),
  limit: 'publish',
  run: async ({ id, url, topics: chosen }) => {
    if (!canCall(url)) return wrongAddress();
    return callRpc(createRequestClient(), 'cambiar_webhook', { p_webhook: id, p_url: url, p_temas: chosen }, [
      'no_existe',
      'cuenta_deshabilitada',
    ]);
  },
  paths,
});

/** Replaces the secret of an address and returns the new one. The previous secret also signs for a day. */
export const renewHookSecret = defineAction('renewHookSecret', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  limit: 'publish',
  run: (id) =>
    callRpc(
      createRequestClient(),
      'renovar_secreto_webhook',
      { p_webhook: id },
      ['no_existe', 'cuenta_deshabilitada'],
      secret,
    ),
  paths,
});

/** Pauses an address of the signed-in creator, or resumes it and sends the waiting events. */
export const pauseHook = defineAction('pauseHook', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), pause: z.boolean() }),
  invalid: 'no_existe',
  run: ({ id, pause }) =>
    callRpc(createRequestClient(), 'pausar_webhook', { p_webhook: id, p_pausar: pause }, ['no_existe']),
  paths,
  afterwards: [sendPendingHooks],
});

/** Removes an address of the signed-in creator with its deliveries. */
export const removeHook = defineAction('removeHook', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'quitar_webhook', { p_webhook: id }, ['no_existe']),
  paths,
});

/** Sends a test event to an address of the signed-in creator, once. */
export const testHook = defineAction('testHook', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) =>
    callRpc(createRequestClient(), 'probar_webhook', { p_webhook: id }, ['no_existe', 'cuenta_deshabilitada']),
  paths,
  afterwards: [sendPendingHooks],
});

/** Sends a delivery of the signed-in creator again, with the same event id. */
export const resendHook = defineAction('resendHook', {
  who: 'signedIn',
  input: z.string().regex(/^\d{1,15}$/),
  invalid: 'no_existe',
  limit: 'publish',
  run: (id) =>
    callRpc(createRequestClient(), 'reenviar_webhook', { p_envio: Number(id) }, [
      'no_existe',
      'webhook_pausado',
      'nada_que_reenviar',
      'cuenta_deshabilitada',
    ]),
  paths,
  afterwards: [sendPendingHooks],
});
