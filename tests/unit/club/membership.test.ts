import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubQuery } from '../query-stub.ts';

/** The rows of each table, the answers of functions, and how the tables were asked. */
const database = {
  tables: {} as Record<string, unknown[]>,
  answers: {} as Record<string, unknown>,
  filters: [] as unknown[][],
};
const queryOf = (answer: () => unknown, from: string) =>
  stubQuery(
    () => ({ data: answer(), error: null }),
    (filter) => database.filters.push([from, ...filter]),
  );
const client = {
  from: (table: string) => queryOf(() => database.tables[table] ?? [], table),
  rpc: (name: string) => queryOf(() => database.answers[name], name),
};
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => client }));
const { listCharges, listLentProducts, listMemberships } = await import('@/lib/club/membership');
const { getClubSaving } = await import('@/lib/club/saving');
const { findOwnSubscriptions } = await import('@/lib/club/server');

beforeEach(() => Object.assign(database, { tables: {}, answers: {}, filters: [] }));

describe('memberships', () => {
  const row = (referencia: string, estado: string, change: object = {}) => ({
    referencia,
    plan: 'yearly',
    estado,
    pagado_hasta: '2027-01-01',
    periodo_fin: '2027-02-01',
    terminada_at: null,
    cambio_hasta: null,
    precio_centimos: 3_978,
    proximo_plan: null,
    proximo_desde: null,
    proximo_centimos: null,
    ...change,
  });
  const next = { proximo_plan: 'monthly', proximo_desde: '2027-01-01', proximo_centimos: 390 };
  const list = async (...rows: object[]) => {
    database.tables.suscripciones = rows;
    return listMemberships('ana');
  };

  test('are the running ones, with their next plan', async () => {
    const [first, ...others] = await list(row('sub_1', 'activa', next), row('sub_0', 'terminada'));
    expect(others).toEqual([]);
    expect(first).toEqual({
      reference: 'sub_1',
      plan: 'yearly',
      state: 'activa',
      paidUntil: '2027-01-01',
      periodEnd: '2027-02-01',
      endedAt: null,
      changeUntil: null,
      cents: 3_978,
      next: { plan: 'monthly', from: '2027-01-01', cents: 390 },
    });
    expect(database.filters).toContainEqual(['suscripciones', 'eq', 'user_id', 'ana']);
  });

  test('are the last ended one if none is running, and empty if there is none', async () => {
    expect(await list(row('sub_1', 'terminada'), row('sub_0', 'terminada'))).toMatchObject([{ reference: 'sub_1' }]);
    expect(await list()).toEqual([]);
    const running = await list(row('sub_2', 'impagada'), row('sub_1', 'cancelada_al_final'));
    expect(running.map(({ reference }) => reference)).toEqual(['sub_2', 'sub_1']);
  });

  test.each(Object.keys(next))('have no next plan without %s', async (column) => {
    const [membership] = await list(row('sub_1', 'activa', { ...next, [column]: null }));
    expect(membership?.next).toBeNull();
  });

  test('may have a free next plan', async () => {
    const [membership] = await list(row('sub_1', 'activa', { ...next, proximo_centimos: 0 }));
    expect(membership?.next).toMatchObject({ cents: 0 });
  });

  test('are found by reference while they are running', async () => {
    database.tables.suscripciones = [{ referencia: 'sub_1' }, { referencia: 'sub_2' }];
    expect(await findOwnSubscriptions('ana')).toEqual(['sub_1', 'sub_2']);
    expect(database.filters).toEqual(
      expect.arrayContaining([
        ['suscripciones', 'eq', 'user_id', 'ana'],
        ['suscripciones', 'neq', 'estado', 'terminada'],
        ['suscripciones', 'order', 'pagado_hasta', { ascending: false }],
      ]),
    );
  });
});

describe('charges', () => {
  const charge = {
    id: 'c-1',
    plan: 'monthly',
    periodo_inicio: '2026-11-01',
    periodo_fin: '2026-12-01',
    centimos: '390',
    credito_centimos: '0',
    devuelto_centimos: '100',
    estado: 'parcial',
  };

  test('have their own invoices and credit notes', async () => {
    const invoice = { serie: 'A2026', numero: '7', rectifica: null };
    database.tables = {
      cargos_club: [charge, { ...charge, id: 'c-2' }],
      facturas: [
        { ...invoice, id: 'f-1', cargo_club_id: 'c-1' },
        { ...invoice, id: 'f-2', cargo_club_id: 'c-2', numero: 8 },
        { id: 'r-1', serie: 'R2026', numero: 1, rectifica: 'A2026-000007', cargo_club_id: 'c-1' },
      ],
    };
    const [first, second] = await listCharges('ana');
    expect(first).toEqual({
      id: 'c-1',
      plan: 'monthly',
      from: '2026-11-01',
      until: '2026-12-01',
      cents: 390,
      creditCents: 0,
      returnedCents: 100,
      state: 'parcial',
      invoices: [
        { id: 'f-1', number: 'A2026-000007', isCredit: false },
        { id: 'r-1', number: 'R2026-000001', isCredit: true },
      ],
    });
    expect(second?.invoices.map(({ id }) => id)).toEqual(['f-2']);
    expect(database.filters).toContainEqual(['facturas', 'in', 'cargo_club_id', ['c-1', 'c-2']]);
  });

  test('are empty without a query for invoices', async () => {
    expect(await listCharges('ana')).toEqual([]);
    expect(database.filters.filter(([table]) => table === 'facturas')).toEqual([]);
  });
});

test('lent products are listed by name, with the price to keep each', async () => {
  const lent = (slug: string, nombre: string, nombre_en: string | null) => ({
    slug,
    nombre,
    nombre_en,
    centimos: '499',
  });
  database.answers.fin_de_club = [lent('z', 'Árbol', 'Zebra'), lent('a', 'Zorro', null), lent('e', 'Oso', 'Éclair')];
  expect(await listLentProducts('en')).toEqual([
    { slug: 'e', name: 'Éclair', keepCents: 499 },
    { slug: 'z', name: 'Zebra', keepCents: 499 },
    { slug: 'a', name: 'Zorro', keepCents: 499 },
  ]);
  expect((await listLentProducts('es')).map(({ name }) => name)).toEqual(['Árbol', 'Oso', 'Zorro']);
});

test('the savings of the Club are in cents', async () => {
  database.answers.mi_ahorro_club = {
    ahorrado: '1500',
    compras_ahorradas: 3,
    posible: 200,
    compras_posibles: '1',
    reclamados: 2,
    desde: '2026-01-01',
  };
  expect(await getClubSaving()).toEqual({
    savedCents: 1_500,
    savedPurchases: 3,
    possibleCents: 200,
    possiblePurchases: 1,
    claimed: 2,
    memberSince: '2026-01-01',
  });
});
