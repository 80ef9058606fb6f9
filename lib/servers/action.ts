'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { anyMinecraftName } from '@/lib/account/names/minecraft-name';
import { pagePerson } from '@/lib/account/other-person';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import {
  beginnings,
  itemPlan,
  licenceEvents,
  type Plan,
  presetInputs,
  rankPlan,
  typedSteps,
  whitelistPlan,
} from './presets';
import { serverKinds } from './types';
import { wakeServers } from './wake';
import { wakeAddress } from './wake-address';

const pages = ['/dashboard/servers'] as const;

const name = z.string().trim().min(1, 'name').max(40, 'name');
const wakeUrl = z
  .string()
  .trim()
  .max(200, 'wakeUrl')
  .transform((typed, context) => {
    const address = typed === '' ? null : wakeAddress(typed);
    if (typed !== '' && !address) context.addIssue({ code: 'custom', message: 'wakeUrl' });
    return address;
  });
const settings = { name, identity: z.enum(['online', 'offline']), prefix: z.enum(['', '.', '*', '_']), wakeUrl };

const added = z
  .object({ servidor_id: z.string(), clave: z.string() })
  .transform(({ servidor_id, clave }) => ({ id: servidor_id, key: clave }));

/** Adds a game server of the signed-in creator and returns its key, which is never shown again. */
export const addServer = defineAction('addServer', {
  who: 'signedIn',
  input: z.object({ ...settings, kind: z.enum(serverKinds), persona: pagePerson }),
  limit: 'publish',
  run: (form) =>
    callRpc(
      createRequestClient(),
      'crear_servidor',
      {
        p_nombre: form.name,
        p_tipo: form.kind,
        p_identidad: form.identity,
        p_prefijo: form.prefix,
        p_aviso_url: form.kind === 'azlink' ? form.wakeUrl : null,
      },
      ['demasiados_servidores', 'huecos_sin_agente', 'cuenta_deshabilitada'],
      added,
    ),
  paths: pages,
});

/** Changes the name of a creator's server, and how it identifies players. Queued commands do not change. */
export const changeServer = defineAction('changeServer', {
  who: 'signedIn',
  input: z.object({ ...settings, id: z.uuid() }),
  limit: 'publish',
  run: (form) =>
    callRpc(
      createRequestClient(),
      'cambiar_servidor',
      {
        p_servidor: form.id,
        p_nombre: form.name,
        p_identidad: form.identity,
        p_prefijo: form.prefix,
        p_aviso_url: form.wakeUrl,
      },
      ['no_existe', 'cuenta_deshabilitada'],
    ),
  paths: pages,
});

/** Replaces the key of a creator's server and returns the new one; the previous key is refused at once. */
export const renewServerKey = defineAction('renewServerKey', {
  who: 'signedIn',
  input: z.uuid(),
  limit: 'publish',
  run: (id) =>
    callRpc(
      createRequestClient(),
      'renovar_clave_servidor',
      { p_servidor: id },
      ['no_existe', 'cuenta_deshabilitada'],
      z.object({ clave: z.string() }).transform(({ clave }) => ({ key: clave })),
    ),
  paths: pages,
});

/** Sends a line of text to a creator's server. */
export const testServer = defineAction('testServer', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) =>
    callRpc(createRequestClient(), 'probar_servidor', { p_servidor: id }, ['no_existe', 'cuenta_deshabilitada']),
  afterwards: [wakeServers],
  paths: pages,
});

/** Removes a creator's server, and cancels its waiting commands. */
export const removeServer = defineAction('removeServer', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'quitar_servidor', { p_servidor: id }, ['no_existe']),
  paths: pages,
});

const target = z.union([z.literal('all'), z.literal('chosen'), z.uuid('target')]);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), schema]);

const action = z.object({
  productId: z.uuid(),
  editionId: optional(z.uuid()),
  preset: z.enum(['whitelist', 'rango', 'objeto', 'propia']),
  group: z.string(),
  item: z.string(),
  amount: z.string(),
  commands: z.string().max(6_000, 'commands'),
  undo: z.string().max(6_000, 'commands'),
  events: z.array(z.enum(licenceEvents)),
  needsPlayer: z.boolean(),
  isRepeatable: z.boolean(),
  slots: z.coerce.number('slots').int('slots').min(0, 'slots').max(36, 'slots'),
  delayMinutes: z.coerce.number('delay').int('delay').min(0, 'delay').max(43_200, 'delay'),
  target,
});
export type ActionForm = z.input<typeof action>;
type ActionInput = z.output<typeof action>;

type Wrong = { field: string; code: string };

/** The commands of a form, or the wrong field. */
function planOf(form: ActionInput): Plan | Wrong {
  if (form.preset === 'whitelist') return whitelistPlan();
  if (form.preset === 'rango') {
    const group = presetInputs.group.safeParse(form.group);
    return group.success ? rankPlan(group.data) : { field: 'group', code: 'group' };
  }
  if (form.preset === 'objeto') {
    const [item, amount] = [presetInputs.item.safeParse(form.item), presetInputs.amount.safeParse(form.amount)];
    if (!item.success) return { field: 'item', code: 'item' };
    return amount.success ? itemPlan(item.data, amount.data) : { field: 'amount', code: 'amount' };
  }
  if (form.events.length === 0) return { field: 'events', code: 'events' };
  const pasos = typedSteps(form.commands, form.undo);
  return pasos.length > 0 && pasos.length <= 10
    ? { pasos, necesita_jugador: form.needsPlayer, repetible: form.isRepeatable }
    : { field: 'commands', code: 'commands' };
}

/** The field of each refusal. */
const fields = {
  ordenes_no_validas: ['commands', 'commands'],
  servidor_no_valido: ['target', 'target'],
  huecos_sin_agente: ['slots', 'slotsNeedAgent'],
} as const;

/** Adds an action to a creator's product: the effect of a licence on servers from now on. */
export const addServerAction = defineAction('addServerAction', {
  who: 'signedIn',
  input: action,
  limit: 'publish',
  run: async (form) => {
    const plan = planOf(form);
    if ('field' in plan) return fail('invalid', { fieldErrors: { [plan.field]: plan.code } });
    const isOne = form.target !== 'all' && form.target !== 'chosen';
    const result = await callRpc(
      createRequestClient(),
      'guardar_accion',
      {
        p_producto: form.productId,
        p_accion: {
          ...plan,
          plantilla: form.preset,
          edicion_id: form.editionId,
          eventos: form.preset === 'propia' ? form.events : [...beginnings],
          destino: isOne ? 'uno' : form.target === 'all' ? 'todos' : 'elegido',
          servidor_id: isOne ? form.target : null,
          huecos: plan.necesita_jugador ? form.slots : 0,
          retraso_s: form.delayMinutes * 60,
        },
        p_sustituye: null,
      },
      [
        'no_existe',
        'ordenes_no_validas',
        'servidor_no_valido',
        'huecos_sin_agente',
        'demasiadas_acciones',
        'cuenta_deshabilitada',
      ],
    );
    if (result.ok) return result;
    const field = result.error in fields ? fields[result.error as keyof typeof fields] : null;
    return field ? fail('invalid', { fieldErrors: { [field[0]]: field[1] } }) : result;
  },
  paths: [['/dashboard/servers', 'layout']],
});

/** Ends an action. Commands that it has queued are still sent. */
export const removeServerAction = defineAction('removeServerAction', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'quitar_accion', { p_accion: id }, ['no_existe']),
  paths: [['/dashboard/servers', 'layout']],
});

/** Buys a creator's product as a test: its commands are sent, and no money moves. */
export const buyAsTest = defineAction('buyAsTest', {
  who: 'signedIn',
  input: z.object({
    productId: z.uuid(),
    editionId: optional(z.uuid()),
    player: z.string().trim().regex(anyMinecraftName.pattern, 'player'),
    serverId: optional(z.uuid()),
  }),
  run: (form) =>
    callRpc(
      createRequestClient(),
      'compra_de_prueba',
      { p_producto: form.productId, p_edicion: form.editionId, p_jugador: form.player, p_servidor: form.serverId },
      ['no_existe', 'sin_acciones', 'nombre_minecraft_no_valido', 'cuenta_deshabilitada'],
      z.object({ ordenes: z.number() }).transform(({ ordenes }) => ({ commands: ordenes })),
    ),
  afterwards: [wakeServers],
});

const number = z.string().regex(/^\d{1,15}$/);

/** Reverses a test purchase, as a refund would. */
export const undoTest = defineAction('undoTest', {
  who: 'signedIn',
  input: number,
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'deshacer_prueba', { p_prueba: Number(id) }, ['no_existe']),
  afterwards: [wakeServers],
  paths: ['/dashboard/servers/queue'],
});

/** Sends a finished command of a creator's server again. */
export const sendAgain = defineAction('sendAgain', {
  who: 'signedIn',
  input: number,
  invalid: 'no_existe',
  limit: 'publish',
  run: (id) =>
    callRpc(createRequestClient(), 'reenviar_orden', { p_orden: Number(id) }, ['no_existe', 'nada_que_reenviar']),
  paths: ['/dashboard/servers/queue'],
});
