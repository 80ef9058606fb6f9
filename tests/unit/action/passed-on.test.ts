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

beforeEach(() => void callRpc.mockReset().mockResolvedValue({ ok: true, value: undefined }));

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
const dirty = '<p onclick="x()">Hi</p><script>x()</script>';

test.each<[name: string, input: unknown, passed: unknown]>([
  // Only AzLink has an address to wake.
  ['addServer', { ...server, kind: 'agente' }, { p_aviso_url: null }],
  [
    'addServer',
    { ...server, kind: 'azlink' },
    { p_aviso_url: expect.stringMatching(/^http:\/\/mc\.example\.com:8080/) },
  ],
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
