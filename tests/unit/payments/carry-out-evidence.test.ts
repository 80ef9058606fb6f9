import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Evidence } from '@/lib/payments/provider';

const [readRpc, sendEvidence, fetchForShop] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/storage/shop-link', () => ({ fetchForShop }));
vi.mock('@/lib/payments/providers', () => ({
  providerOf: (name: string) => (name === 'uncoins' ? null : { sendEvidence }),
}));
const { carryOutEvidence, finishEvidence, orderedEvidence } = await import('@/lib/payments/evidence');

const file = { ruta: 'pruebas/du_1/factura.pdf', clase: 'recibo', nota: 'La factura', tipo: 'application/pdf' };
const row = {
  disputa_id: 'disputa-1',
  proveedor: 'stripe',
  referencia: 'du_1',
  texto: 'Lo descargó',
  pruebas: {
    nombre: 'Lote',
    entregado_at: '2026-11-01T23:30:00+00:00',
    pedidos: [
      { producto: 'Mapa', momentos: ['2026-11-01T23:40:00+00:00', '2026-11-02T08:00:00+00:00'] },
      { producto: 'Espada', momentos: [] },
      { producto: 'Escudo', momentos: ['2026-11-03T08:00:00+01:00'] },
    ],
    archivos: [file],
  },
};
const ordered = (change: object = {}) => orderedEvidence.parse({ ...row, ...change });
const asked = () => readRpc.mock.calls.map(([, name, given]) => [name, given]);
const sent = (): Evidence => sendEvidence.mock.calls[0]?.[1];

beforeEach(() => {
  readRpc.mockReset();
  sendEvidence.mockReset().mockResolvedValue('sent');
  fetchForShop.mockReset().mockResolvedValue(new Response('%PDF-1.7'));
});

describe('an ordered response to a dispute', () => {
  test('has the delivery, each download and the files, and is recorded as sent', async () => {
    expect(await carryOutEvidence(ordered())).toBe('sent');
    expect(sendEvidence.mock.calls[0]?.[0]).toBe('du_1');
    expect(sent()).toEqual({
      text: 'Lo descargó',
      product: 'Lote',
      log: [
        '2026-11-01T23:40:00.000Z download of Mapa',
        '2026-11-02T08:00:00.000Z download of Mapa',
        '2026-11-03T07:00:00.000Z download of Escudo',
      ].join('\n'),
      // After midnight in Spain.
      deliveredOn: '2026-11-02',
      files: [
        { id: 'factura.pdf', kind: 'recibo', note: 'La factura', type: 'application/pdf', read: expect.any(Function) },
      ],
    });
    expect(asked()).toEqual([['cerrar_respuesta', { p_disputa: 'disputa-1', p_error: null }]]);
  });

  test('reads its files from storage, and an error of storage is an error', async () => {
    await carryOutEvidence(ordered());
    const [{ read } = { read: async () => new Uint8Array() }] = sent().files;
    expect(new TextDecoder().decode(await read())).toBe('%PDF-1.7');
    expect(fetchForShop.mock.calls).toEqual([[{ bucket: 'pruebas', name: 'du_1/factura.pdf' }]]);
    fetchForShop.mockResolvedValue(new Response('sorry', { status: 503 }));
    await expect(read()).rejects.toThrow('503');
  });

  test('without a delivery has neither a day nor files', async () => {
    await carryOutEvidence(ordered({ pruebas: { nombre: 'Lote', entregado_at: null, pedidos: [] } }));
    expect(sent()).toMatchObject({ deliveredOn: null, log: '', files: [] });
  });

  test('is a draft again with the reason of the provider, or without a provider', async () => {
    sendEvidence.mockResolvedValue({ refused: 'resource_missing' });
    expect(await carryOutEvidence(ordered())).toEqual({ refused: 'resource_missing' });
    expect(await carryOutEvidence(ordered({ proveedor: 'uncoins' }))).toEqual({ refused: 'uncoins' });
    expect(asked().map(([, { p_error }]) => p_error)).toEqual(['resource_missing', 'uncoins']);
    expect(sendEvidence).toHaveBeenCalledTimes(1);
  });

  test('stays open if its outcome is unknown, or a file has no path', async () => {
    sendEvidence.mockRejectedValueOnce(new Error('no answer'));
    await expect(carryOutEvidence(ordered())).rejects.toThrow('no answer');
    const elsewhere = { ...row.pruebas, archivos: [{ ...file, ruta: 'pruebas/../x' }] };
    await expect(carryOutEvidence(ordered({ pruebas: elsewhere }))).rejects.toThrow('path');
    expect([asked(), sendEvidence.mock.calls.length]).toEqual([[], 1]);
  });

  test('is sent by the job, even if others fail', async () => {
    const respuestas = ['du_away', 'du_refused', 'du_1'].map((referencia) => ({ ...row, referencia }));
    readRpc.mockImplementation(async (_client, name, _given, schema) =>
      schema.parse(name === 'respuestas_por_enviar' ? { respuestas } : undefined),
    );
    sendEvidence.mockImplementation(async (reference) => {
      if (reference === 'du_away') throw new Error('no answer');
      return reference === 'du_1' ? 'sent' : { refused: 'x' };
    });
    expect(await finishEvidence()).toEqual({ asked: 3, sent: 1 });
  });
});
