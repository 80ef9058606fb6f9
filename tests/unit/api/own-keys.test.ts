import { beforeEach, describe, expect, it, test } from 'vitest';
import { openShop, refusal, shop } from '../shop-stub.ts';

const { createApiKey, revokeApiKey } = await import('@/lib/api/action');
const { listApiKeys } = await import('@/lib/api/server');
const { freeActivation, renewLicence, saveLicenceSetting } = await import('@/lib/api/licences/action');
const { getLicence, listLicenceSettings } = await import('@/lib/api/licences/server');

const id = '00000000-0000-4000-8000-000000000001';
const wanted = { name: 'CI', scopes: ['sales:read' as const], days: 30 };
const setting = { productId: id, isOn: true, limit: '3' };

beforeEach(() => void openShop());

describe('a new key', () => {
  it('is returned in full, has the chosen scopes, and its owner gets a mail', async () => {
    const made = await createApiKey({ ...wanted, name: ' CI ' });
    expect(made).toEqual({ ok: true, value: expect.stringMatching(/^unst_[\w-]{43}$/) });
    const sent = { p_nombre: 'CI', p_ambitos: ['sales:read'], p_dias: 30 };
    expect(shop.calls).toMatchObject([['crear_llave', sent]]);
    expect([shop.stale.paths, shop.after, shop.limits]).toEqual([['/dashboard/api'], ['mails'], ['publish']]);
  });

  it.each([
    ['name', ' ', 'name'],
    ['name', 'a'.repeat(61), 'name'],
    ['scopes', [], 'scopes'],
    ['days', 31, expect.any(String)],
  ])('whose %s is %j is refused at it', async (field, value, message) => {
    const refused = await createApiKey({ ...wanted, [field]: value });
    expect(refused).toEqual({ ok: false, error: 'invalid', fieldErrors: { [field]: message } });
    expect(shop.calls).toEqual([]);
  });

  it.each([30, 90, 365])('may be valid for %i days', async (days) => {
    expect(await createApiKey({ ...wanted, name: 'a'.repeat(60), days })).toMatchObject({ ok: true });
  });
});

test('a key is revoked by its id', async () => {
  expect(await revokeApiKey(id)).toMatchObject({ ok: true });
  expect(shop.calls).toEqual([['revocar_llave', { p_llave: id }]]);
  expect(shop.stale.paths).toEqual(['/dashboard/api']);
});

test('keys are listed with their last letters only', async () => {
  shop.answers.mis_llaves = {
    llaves: [
      {
        id,
        nombre: 'CI',
        pista: 'aB3d',
        ambitos: ['sales:read'],
        created_at: 'then',
        caduca_at: 'later',
        usada_at: null,
        estado: 'vigente',
      },
    ],
  };
  expect(await listApiKeys()).toEqual([
    {
      id,
      name: 'CI',
      hint: 'aB3d',
      scopes: ['sales:read'],
      createdAt: 'then',
      expiresAt: 'later',
      usedAt: null,
      state: 'vigente',
    },
  ]);
});

describe('licences of a product', () => {
  it('are set with the servers on which a key may be active', async () => {
    expect(await saveLicenceSetting({ ...setting, limit: ' 100 ' })).toMatchObject({ ok: true });
    expect(shop.calls).toEqual([['ajustar_licencias', { p_producto: id, p_activa: true, p_maximo: 100 }]]);
    expect([shop.stale.paths, shop.limits]).toEqual([['/dashboard/licences'], ['publish']]);
  });

  it.each(['', '0', '101', '1000', '2.5', 'x'])('are not set with %j servers', async (limit) => {
    expect(await saveLicenceSetting({ ...setting, limit })).toMatchObject({
      fieldErrors: { limit: expect.anything() },
    });
    expect(shop.calls).toEqual([]);
  });

  it('are listed in the language of the page', async () => {
    const row = { id, nombre: 'Torre', nombre_en: 'Tower', activa: true, maximo: 3, claves: 12 };
    shop.answers.mis_licencias = { productos: [row] };
    const shown = { productId: id, name: 'Torre', isOn: true, limit: 3, keys: 12 };
    expect(await listLicenceSettings('es')).toEqual([shown]);
    expect(await listLicenceSettings('en')).toEqual([{ ...shown, name: 'Tower' }]);
  });
});

describe('the licence of an order', () => {
  it('lists the servers on which it is active', async () => {
    const active = [{ id, nombre: 'lobby', vista_at: 'then' }];
    shop.answers.mi_licencia = { licencia: { clave: 'ABCD', maximo: 3, activaciones: active } };
    const activations = [{ id, name: 'lobby', seenAt: 'then' }];
    expect(await getLicence('o-1')).toEqual({ key: 'ABCD', limit: 3, activations });
    expect(shop.calls).toEqual([['mi_licencia', { p_pedido: 'o-1' }]]);
    shop.answers.mi_licencia = { licencia: null };
    expect(await getLicence('o-1')).toBeNull();
  });

  it('is renewed, and its servers are freed, by their ids', async () => {
    await freeActivation(id);
    await renewLicence(id);
    expect(shop.calls).toEqual([
      ['liberar_activacion', { p_activacion: id }],
      ['renovar_licencia', { p_pedido: id }],
    ]);
  });
});

test.each([
  ['crear_llave', 'demasiadas_llaves', () => createApiKey(wanted)],
  ['crear_llave', 'cuenta_deshabilitada', () => createApiKey(wanted)],
  ['revocar_llave', 'no_existe', () => revokeApiKey(id)],
  ['ajustar_licencias', 'no_existe', () => saveLicenceSetting(setting)],
  ['ajustar_licencias', 'cuenta_deshabilitada', () => saveLicenceSetting(setting)],
  ['liberar_activacion', 'no_existe', () => freeActivation(id)],
  ['renovar_licencia', 'no_existe', () => renewLicence(id)],
])('%s that is refused with %s says so', async (name, code, act) => {
  shop.answers[name] = refusal(code);
  expect(await act()).toEqual({ ok: false, error: code });
  expect(shop.after).toEqual([]);
});

test.each([
  ['a key', revokeApiKey],
  ['an activation', freeActivation],
  ['a licence', renewLicence],
])('%s with a malformed id does not exist', async (_what, act) => {
  expect(await act('mine')).toMatchObject({ error: 'no_existe' });
  expect(shop.calls).toEqual([]);
});
