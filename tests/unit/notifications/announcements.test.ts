import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { away, openShop, shop } from '../shop-stub.ts';

const { markNotificationsRead } = await import('@/lib/notifications/action');
const { inOrder, listAnnouncements } = await import('@/lib/notifications/announcements');
const { notifyFavourites, notifyStock } = await import('@/lib/notifications/favourites');
const { writeAnnouncements } = await import('@/lib/notifications/write-announcements');

beforeEach(() => void openShop());

describe('announcements', () => {
  const row = {
    id: 7,
    titulo: 'Rebajas',
    titulo_en: 'Sales',
    texto: 'Hasta el lunes',
    texto_en: 'Until Monday',
    enlace: '/offers',
    inicio: '2026-11-20T10:00:00Z',
    visto: false,
  };

  it('are entries of the notifications in the language of the page', async () => {
    shop.answers.mis_anuncios = [row, { ...row, id: 8, enlace: null, visto: true }];
    const shared = { text: 'Rebajas', detail: 'Hasta el lunes', at: '2026-11-20T10:00:00Z' };
    expect(await listAnnouncements('es')).toEqual([
      { ...shared, id: 7, key: 'a7', href: '/offers', isRead: false },
      { ...shared, id: 8, key: 'a8', href: '/profile/notifications', isRead: true },
    ]);
    expect(await listAnnouncements('en')).toMatchObject([{ text: 'Sales', detail: 'Until Monday' }, {}]);
  });

  it('are sorted among the notifications by time, across time zones', () => {
    const entry = (id: number, at: string) => ({ id, key: `${id}`, text: '', href: '', at, isRead: false });
    const listed = inOrder(
      [entry(1, '2026-11-20T10:00:00Z'), entry(2, '2026-11-18T10:00:00Z')],
      [entry(3, '2026-11-20T10:30:00+01:00'), entry(4, '2026-11-21T10:00:00Z')],
    );
    expect(listed.map(({ id }) => id)).toEqual([4, 1, 3, 2]);
  });

  it('are an error in an outage', async () => {
    shop.answers.mis_anuncios = away;
    await expect(listAnnouncements('es')).rejects.toThrow('mis_anuncios failed: away');
  });

  it('are written to their subscribers by a job, which counts them', async () => {
    shop.answers.escribir_anuncios = '12';
    expect(await writeAnnouncements()).toBe(12);
  });
});

describe('marking everything as read', () => {
  it('applies to the signed-in person only', async () => {
    expect(await markNotificationsRead()).toMatchObject({ ok: true });
    expect(shop.calls).toEqual([['marcar_avisos_leidos', {}]]);
    shop.me = null;
    expect(await markNotificationsRead()).toEqual({ ok: false, error: 'notSignedIn' });
    expect(shop.calls).toHaveLength(1);
  });

  it('returns an error in an outage', async () => {
    shop.answers.marcar_avisos_leidos = away;
    expect(await markNotificationsRead()).toEqual({ ok: false, error: 'unavailable' });
  });
});

describe('the job that notifies of favourites', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const answersInTurn = (...counts: number[]) => {
    shop.answers.avisar_favoritos = () => String(counts.shift());
  };

  it('goes on until nobody is left, and counts all', async () => {
    answersInTurn(1_000, 1_000, 3);
    expect(await notifyFavourites()).toBe(2_003);
    expect(shop.calls).toEqual(Array(3).fill(['avisar_favoritos', { p_limite: 1_000 }]));
  });

  it('leaves the rest to the next run after twenty seconds', async () => {
    const takes = (ms: number) => {
      shop.answers.avisar_favoritos = () => {
        vi.advanceTimersByTime(ms);
        return 1_000;
      };
    };
    takes(10_000);
    expect(await notifyFavourites()).toBe(3_000);
    takes(20_001);
    expect(await notifyFavourites()).toBe(1_000);
  });

  it('fails in an outage', async () => {
    shop.answers.avisar_favoritos = away;
    await expect(notifyFavourites()).rejects.toThrow('avisar_favoritos failed: away');
  });
});

test('people who wait for a sold-out product are notified, up to 500 per run', async () => {
  shop.answers.avisar_existencias = '4';
  expect(await notifyStock()).toBe(4);
  expect(shop.calls).toEqual([['avisar_existencias', { p_limite: 500 }]]);
});
