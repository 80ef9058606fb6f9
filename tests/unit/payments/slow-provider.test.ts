import { expect, test, vi } from 'vitest';

// The first request gets its response only when the test permits it.
const provider = vi.hoisted(() => ({
  answerSlow: () => {},
  ask: async (reference: string) => {
    if (reference === 'slow') await new Promise<void>((resolve) => Object.assign(provider, { answerSlow: resolve }));
  },
}));
const closed: unknown[] = [];
const references = ['slow', 'second', 'third'];
const facts = { nombre: 'Algo', entregado_at: null, pedidos: [], archivos: [] };
const rows: Record<string, unknown> = {
  respuestas_por_enviar: {
    respuestas: references.map((referencia) => ({
      disputa_id: referencia,
      proveedor: 'stripe',
      referencia,
      texto: '',
      pruebas: facts,
    })),
  },
  cancelaciones_club_pendientes: references.map((referencia) => ({
    id: referencia,
    referencia,
    modo: 'ahora',
    reembolsos: [],
  })),
  sesiones_club_por_cerrar: references.map((referencia) => ({ sesion: referencia, referencia })),
};

vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/core/action/rpc', async (original) => ({
  ...(await original<object>()),
  readRpcRows: async (_: unknown, name: string) => rows[name],
  readRpc: async (_: unknown, name: string, values: Record<string, unknown>) => {
    if (name in rows) return rows[name];
    closed.push(Object.values(values)[0]);
    return undefined;
  },
}));
vi.mock('@/lib/payments/providers', () => ({
  providerOf: () => ({ sendEvidence: (reference: string) => provider.ask(reference).then(() => 'sent') }),
}));
vi.mock('@/lib/payments/stripe/sessions', () => ({
  closeSession: (reference: string) => provider.ask(reference).then(() => ({ status: 'expired' })),
}));
vi.mock('@/lib/club/stripe', () => ({
  findSubscription: (reference: string) => provider.ask(reference).then(() => ({ status: 'canceled' })),
  endNow: async () => undefined,
  endAfterPaidPeriod: async () => undefined,
}));
vi.mock('@/lib/club/apply-subscription', () => ({ applySubscription: async () => null }));

const { finishEvidence } = await import('@/lib/payments/evidence');
const { closeIdleClubPages, finishClubCancellations } = await import('@/lib/club/cancellations');

test.each([
  ['responses to disputes', finishEvidence, { asked: 3, sent: 3 }],
  ['ends of memberships', finishClubCancellations, { asked: 3, done: 3 }],
  ['checkout pages of the Club', closeIdleClubPages, 3],
])('%s are not delayed by another slow response', async (_, chore, done) => {
  closed.length = 0;
  const job = chore();
  await expect.poll(() => closed).toEqual(['second', 'third']);
  provider.answerSlow();
  expect(await job).toEqual(done);
  expect(closed).toEqual(['second', 'third', 'slow']);
});
