import { beforeEach, expect, test, vi } from 'vitest';

const listRows = vi.hoisted(() => vi.fn());
vi.mock('@/lib/admin/lists', () => ({ listRows }));
const { exportPages, fileHeader } = await import('@/lib/admin/export');

const filter = { search: 'torre', after: null } as never;
const page = (rows: object[], next: object | null = null) => ({ ok: true, value: { rows, next } });
async function exported(...fileColumns: string[]) {
  const pages = [];
  for await (const rows of exportPages({} as never, { source: 'pagos', fileColumns } as never, filter))
    pages.push(rows);
  return pages;
}

beforeEach(() => void listRows.mockReset());

test('columns of amounts are named after euros, and no others', () =>
  expect(fileHeader(['centimos', 'total_centimos', 'precio', 'centimos_por_dia', 'amount', 'eurobonus'])).toEqual([
    'importe_eur',
    'total_eur',
    'precio_eur',
    'centimos_por_dia',
    'amount_eur',
    'eurobonus',
  ]));

test('empty amounts stay empty, and only timestamps are converted to the time of Spain', async () => {
  const row = {
    centimos: null,
    precio: null,
    gratis_centimos: 0,
    es_regalo: false,
    created_at: '2026-01-02 23:30:00+00',
    caduca_inicio: '2026-07-02T23:30:00Z',
    creado_el_fin_de: '2026-07-02T23:30:00Z',
    usos: 7,
    pagado_at: 20260702,
  };
  listRows.mockResolvedValueOnce(page([row]));
  expect(await exported(...Object.keys(row), 'no_hay')).toEqual([
    [
      [
        null,
        null,
        { cents: 0 },
        false,
        '2026-01-03 00:30',
        '2026-07-03 01:30',
        '2026-07-02T23:30:00Z',
        7,
        20260702,
        null,
      ],
    ],
  ]);
});

test('a file has every page of its list, and fails instead of ending early', async () => {
  const next = { at: 'x', id: 'p1' };
  listRows.mockResolvedValueOnce(page([{ id: 'p1' }], next)).mockResolvedValueOnce(page([{ id: 'p2' }]));
  expect(await exported('id')).toEqual([[['p1']], [['p2']]]);
  expect(listRows.mock.calls.map(([, source, asked]) => [source, asked])).toEqual([
    ['pagos', { search: 'torre', after: null }],
    ['pagos', { search: 'torre', after: next }],
  ]);
  listRows.mockResolvedValueOnce(page([{ id: 'p1' }], next)).mockResolvedValueOnce({ ok: false, error: 'failed' });
  await expect(exported('id')).rejects.toThrow('pagos');
});
