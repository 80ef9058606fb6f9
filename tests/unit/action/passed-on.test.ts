import { beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { sha256 } from '@/lib/core/security/sha256';

type Spec = { input: z.ZodType; run: (input: unknown) => Promise<unknown> };

const { specs, callRpc } = vi.hoisted(() => ({ specs: new Map<string, Spec>(), callRpc: vi.fn() }));
vi.mock('@/lib/account/define-action', () => {
  const record = (name: string, spec: Spec) => void specs.set(name, spec);
  return { defineAction: record, defineForm: record };
});
vi.mock('@/lib/core/action/rpc', () => ({ callRpc, toJson: (value: unknown) => value }));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => null }));

await Promise.all([
  import('@/lib/admin/content-action'),
  import('@/lib/api/action'),
  import('@/lib/creators/action'),
  import('@/lib/questions/action'),
  import('@/lib/servers/action'),
  import('@/lib/support/action'),
  import('@/lib/vouchers/own-action'),
]);

beforeEach(() => void callRpc.mockReset().mockResolvedValue({ ok: true, value: {} }));

const id = '0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21';
const server = { name: 'Lobby', identity: 'online', prefix: '', wakeUrl: 'http://mc.example.com:8080' };
const action = {
  productId: id,
  editionId: '',
  preset: 'rango',
  group: 'vip',
  item: 'minecraft:diamond',
  amount: '3',
  commands: 'say hola',
  undo: '',
  events: ['fin_club'],
  needsPlayer: false,
  isRepeatable: false,
  slots: '7',
  delayMinutes: '15',
  target: 'all',
};
const coupon = {
  productId: id,
  code: 'TORRE10',
  kind: 'amount',
  value: '1,23',
  least: '',
  from: '',
  to: '',
  maxUses: '',
  maxPerPerson: '',
};
const request = {
  topic: 'tienda',
  reason: 'no_funciona',
  orderId: null,
  paymentId: null,
  text: 'No sé cómo se instala.',
};
const withdrawal = { email: 'ana@paypal.example', amount: '5,00', attempt: id };
const dirty = '<p onclick="x()">Hi</p><script>x()</script>';

test.each<[name: string, input: unknown, passed: unknown]>([
  // Only AzLink has an address to wake.
  ['addServer', { ...server, kind: 'agente' }, { p_aviso_url: null }],
  [
    'addServer',
    { ...server, kind: 'azlink' },
    { p_aviso_url: expect.stringMatching(/^http:\/\/mc\.example\.com:8080/) },
  ],
  ['addServer', { ...server, wakeUrl: ' ', kind: 'azlink' }, { p_nombre: 'Lobby', p_aviso_url: null }],
  // Slots need a player, and a preset has events of its own.
  [
    'addServerAction',
    action,
    { p_accion: { huecos: 0, retraso_s: 900, eventos: ['concedida', 'lanzada', 'devuelta'] } },
  ],
  [
    'addServerAction',
    { ...action, preset: 'objeto' },
    { p_accion: { huecos: 7, destino: 'todos', servidor_id: null } },
  ],
  ['addServerAction', { ...action, preset: 'propia' }, { p_accion: { huecos: 0, eventos: ['fin_club'] } }],
  ['addServerAction', { ...action, target: 'chosen' }, { p_accion: { destino: 'elegido', servidor_id: null } }],
  ['addServerAction', { ...action, target: id }, { p_accion: { destino: 'uno', servidor_id: id } }],
  [
    'addServerAction',
    action,
    {
      p_accion: {
        pasos: [{ orden: 'lp user {username} parent add vip', deshacer: 'lp user {username} parent remove vip' }],
      },
    },
  ],
  [
    'addServerAction',
    { ...action, preset: 'whitelist' },
    { p_accion: { pasos: [{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }] } },
  ],
  [
    'addServerAction',
    { ...action, preset: 'propia', commands: 'say a\nsay b', undo: '\nsay c', needsPlayer: true, isRepeatable: true },
    {
      p_accion: {
        pasos: [
          { orden: 'say a', deshacer: null },
          { orden: 'say b', deshacer: 'say c' },
        ],
        necesita_jugador: true,
        repetible: true,
        huecos: 7,
      },
    },
  ],
  [
    'requestWithdrawal',
    { ...withdrawal, password: 'Secreta123' },
    { p_paypal_email: 'ana@paypal.example', p_centimos: 500, p_clave: id, p_contrasena: 'Secreta123' },
  ],
  ['setQuestionAsideAction', { questionId: id, aside: 'si' }, { p_descartada: true }],
  ['createOwnCoupon', coupon, { p_porcentaje: null, p_centimos: 123, p_minimo_centimos: null }],
  ['createOwnCoupon', { ...coupon, kind: 'percent', value: '7' }, { p_porcentaje: 7, p_centimos: null }],
  ['openRequest', request, { p_para: 'tienda', p_tipo: 'pregunta', p_motivo: null }],
  ['openRequest', { ...request, topic: 'creador' }, { p_para: 'creador', p_tipo: 'pregunta', p_motivo: null }],
  [
    'openRequest',
    { ...request, topic: 'reembolso' },
    { p_para: 'tienda', p_tipo: 'reembolso', p_motivo: 'no_funciona' },
  ],
  ['openRequest', { ...request, topic: 'reembolso', reason: null }, { p_tipo: 'reembolso', p_motivo: 'otro' }],
  ['setQuestionAsideAction', { questionId: id, aside: 'no' }, { p_descartada: false }],
  ['answerQuestionAction', { questionId: id, reply: 'Sí.\r\nDesde 1.20.' }, { p_texto: 'Sí.\nDesde 1.20.' }],
  // A description is HTML in both languages.
  [
    'editContent',
    {
      id,
      edit: {
        base: { description: '', descriptionEn: '', name: 'Faro' },
        changes: { description: dirty, descriptionEn: dirty, name: 'Torre' },
      },
      reason: 'Una errata.',
    },
    { p_cambios: { descripcion: '<p>Hi</p>', descripcion_en: '<p>Hi</p>', nombre: 'Torre' } },
  ],
])('%s passes its input on to the database (%#)', async (name, input, passed) => {
  const spec = specs.get(name) as Spec;
  await spec.run(spec.input.parse(input));
  expect(callRpc).toHaveBeenCalledOnce();
  expect(callRpc.mock.calls[0]?.[2]).toMatchObject(passed as object);
});

test('a new API key is kept as its hash and its last letters', async () => {
  const spec = specs.get('createApiKey') as Spec;
  const made = (await spec.run({ name: 'CI', scopes: [], days: 30 })) as { value: string };
  expect(callRpc.mock.calls[0]?.[2]).toMatchObject({ p_llave: sha256(made.value), p_pista: made.value.slice(-4) });
});

test.each([
  ['funds', 0],
  ['debt', 1],
])('a withdrawal without balance is refused with %s at a debt of %i cents', async (error, deuda_centimos) => {
  callRpc.mockResolvedValue({ ok: false, error: 'saldo_insuficiente', details: { deuda_centimos } });
  const asked = { email: 'ana@paypal.example', amount: 500, attempt: id, password: '' };
  expect(await specs.get('requestWithdrawal')?.run(asked)).toMatchObject({ ok: false, error });
});

test('a withdrawal without a password asks the database without one, and answers its id', async () => {
  callRpc.mockResolvedValue({ ok: true, value: { retiro_id: 'w-1' } });
  const spec = specs.get('requestWithdrawal') as Spec;
  expect(await spec.run(spec.input.parse(withdrawal))).toEqual({ ok: true, value: 'w-1' });
  expect(callRpc.mock.calls[0]?.[2]).not.toHaveProperty('p_contrasena');
});

test.each([
  ['importe_minimo', { error: 'invalid', fieldErrors: { amount: 'minimum' } }],
  ['email_no_valido', { error: 'invalid', fieldErrors: { email: 'email' } }],
  ['contrasena_incorrecta', { error: 'invalid', fieldErrors: { password: 'wrongPassword' } }],
  ['falta_contrasena', { error: 'falta_contrasena' }],
  ['clave_usada', { error: 'clave_usada' }],
  ['saldo_insuficiente', { error: 'funds' }],
])('a withdrawal that the database refuses with %s says %j', async (error, said) => {
  callRpc.mockResolvedValue({ ok: false, error });
  const spec = specs.get('requestWithdrawal') as Spec;
  expect(await spec.run(spec.input.parse(withdrawal))).toEqual({ ok: false, ...said });
  expect(callRpc.mock.calls[0]?.[1]).toBe('pedir_retiro');
  expect(callRpc.mock.calls[0]?.[3]).toContain(error);
});

test.each([
  ['ordenes_no_validas', { error: 'invalid', fieldErrors: { commands: 'commands' } }],
  ['servidor_no_valido', { error: 'invalid', fieldErrors: { target: 'target' } }],
  ['huecos_sin_agente', { error: 'invalid', fieldErrors: { slots: 'slotsNeedAgent' } }],
  ['demasiadas_acciones', { error: 'demasiadas_acciones' }],
])('an action on servers that the database refuses with %s says %j', async (error, said) => {
  callRpc.mockResolvedValue({ ok: false, error });
  const spec = specs.get('addServerAction') as Spec;
  expect(await spec.run(spec.input.parse(action))).toEqual({ ok: false, ...said });
});

const lines = (count: number) => Array.from({ length: count }, (_, n) => `say ${n}`).join('\n');
test.each([
  ['rango', { group: 'dos palabras' }, { group: 'group' }],
  ['objeto', { item: 'Diamante' }, { item: 'item' }],
  ['objeto', { amount: '0' }, { amount: 'amount' }],
  ['propia', { events: [] }, { events: 'events' }],
  ['propia', { commands: ' \n ' }, { commands: 'commands' }],
  ['propia', { commands: lines(11) }, { commands: 'commands' }],
])('the action %s with %j is refused at its field, and not saved', async (preset, change, fieldErrors) => {
  const spec = specs.get('addServerAction') as Spec;
  const refused = await spec.run(spec.input.parse({ ...action, preset, ...change }));
  expect(refused).toEqual({ ok: false, error: 'invalid', fieldErrors });
  expect(callRpc).not.toHaveBeenCalled();
});

test('an action has ten commands at most', async () => {
  const spec = specs.get('addServerAction') as Spec;
  await spec.run(spec.input.parse({ ...action, preset: 'propia', commands: lines(10) }));
  expect(callRpc).toHaveBeenCalledOnce();
});

test('an address to wake a server that leads nowhere is refused at its field', () => {
  const parsed = specs.get('addServer')?.input.safeParse({ ...server, kind: 'azlink', wakeUrl: 'mi servidor' });
  expect(parsed?.error?.issues).toMatchObject([{ path: ['wakeUrl'], message: 'wakeUrl' }]);
});
