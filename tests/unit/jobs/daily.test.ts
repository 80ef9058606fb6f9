import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { away, openShop, shop } from '../shop-stub.ts';

const settings = vi.hoisted(() => ({ percent: 20, prices: { monthly: 499 } }));
vi.mock('@/lib/pricing/server', () => ({
  readClubPercent: async () => settings.percent,
  readClubPrices: async () => settings.prices,
}));
vi.mock('@/lib/payments/announce-sales', () => ({ announceAllSales: async () => 7 }));

const { closeDays, foldFigures } = await import('@/lib/jobs/close-days');
const { notifyCreators } = await import('@/lib/jobs/creator-news');
const { noteRun } = await import('@/lib/jobs/note-run');

beforeEach(() => void openShop());

test('past days are closed, and counted', async () => {
  shop.answers.cerrar_dias = '3';
  expect(await closeDays()).toBe(3);
});

describe('figures', () => {
  const folds = (...counts: number[]) => {
    shop.answers.plegar_saldos = '10';
    shop.answers.plegar_cifras = () => String(counts.shift() ?? 5_000);
  };
  const turns = () => shop.calls.filter(([name]) => name === 'plegar_cifras');

  it('are compacted until none are left, and counted with the balances', async () => {
    folds(5_000, 5_000, 12);
    expect(await foldFigures()).toBe(10_022);
    expect(turns()).toEqual(Array(3).fill(['plegar_cifras', { p_limite: 5_000 }]));
  });

  it('of a busy day are left to the next run after 200000 rows', async () => {
    folds();
    expect(await foldFigures()).toBe(200_010);
    expect(turns()).toHaveLength(40);
  });
});

test('creators are told of sales and of yesterday', async () => {
  shop.answers.resumir_ayer = '4';
  expect(await notifyCreators()).toEqual({ ventas: 7, resumenes: 4 });
});

test('pages follow a change of the Club: after a start in the background, later immediately', async () => {
  Object.assign(settings, { percent: 20, prices: { monthly: 499 } });
  vi.resetModules();
  const { followSettings } = await import('@/lib/jobs/follow-settings');
  expect(await followSettings()).toBe(true);
  expect(shop.stale).toMatchObject({ now: [], soon: ['store-settings'] });
  expect(await followSettings()).toBe(false);
  settings.percent = 25;
  expect(await followSettings()).toBe(true);
  settings.prices = { monthly: 599 };
  expect(await followSettings()).toBe(true);
  expect(await followSettings()).toBe(false);
  expect(shop.stale).toMatchObject({ now: ['store-settings', 'store-settings'], soon: ['store-settings'] });
});

describe('a run of the job', () => {
  it('is noted with the chores that failed', async () => {
    expect(await noteRun({ pagos: null, correos: 0, ajustes: false, archivos: undefined })).toBe(1);
    expect(shop.calls).toEqual([['anotar_pasada', { p_fallidas: ['pagos'] }]]);
  });

  it('is logged if the database does not record it', async () => {
    shop.answers.anotar_pasada = away;
    expect(await noteRun({ pagos: 1 })).toBeNull();
    expect(shop.log).toEqual([[{ error: 'anotar_pasada failed: away' }, 'a run of the job was not noted']]);
  });
});
