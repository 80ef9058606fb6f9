import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The answers of the database by function, and what the functions were asked with. */
const shop = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  asked: [] as [string, unknown][],
  after: [] as unknown[],
  /** The gifts whose units came back. */
  back: [] as string[],
}));
const client = vi.hoisted(() => ({
  rpc: async (name: string, given: unknown) => {
    shop.asked.push([name, given]);
    const answer = shop.answers[name] ?? { ok: true };
    const data = typeof answer === 'function' ? answer(given) : answer;
    if (data instanceof Error) return { data: null, error: data, status: 500 };
    return { data, error: null, status: 200 };
  },
}));
vi.mock('@/lib/account/server', () => {
  const getMe = async () => ({ id: 'me-1', role: 'user', secondFactor: 'none' });
  return { getMe, getMeOrBanned: getMe };
});
vi.mock('@/lib/core/env', () => ({ env: () => ({ CRON_SECRET: 'not-a-real-secret' }) }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => client }));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => client }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: 'mails' }));
vi.mock('@/lib/payments/follow-event', () => ({ refreshStock: (id: string) => shop.back.push(id) }));
vi.mock('@/lib/servers/wake', () => ({ wakeServers: 'servers' }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('next/server', () => ({ after: (work: unknown) => shop.after.push(work) }));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, revalidateTag: () => undefined }));
const { collectGift, openGift, remindOfGift, resendGift } = await import('@/lib/orders/gifts/action');
const { deliverGifts, followGiftLinks } = await import('@/lib/orders/gifts/deliver');
const { getGift, getLinkedGift, listUndeliveredGifts } = await import('@/lib/orders/gifts/server');
const { giftPath, giftTokenHash } = await import('@/lib/core/security/gift-token');

const id = '00000000-0000-4000-8000-000000000001';
const refused = (error: string) => ({ ok: false, error });
beforeEach(() => Object.assign(shop, { answers: {}, asked: [], after: [], back: [] }));

const gift = {
  pago_id: id,
  estado: 'entregado',
  nombre: 'Mapa',
  nombre_en: 'Map',
  edicion: 'Oro',
  edicion_en: 'Gold',
  portada_url: '/map.webp',
  portada_blur: 'map',
  de: 'Ana',
  de_id: 'ana',
  para: 'Luz',
  mensaje: 'Felicidades',
  fecha_entrega: '2026-12-24',
  abierto_at: null,
};
const shown = {
  id,
  state: 'entregado',
  name: 'Map',
  edition: 'Gold',
  coverUrl: '/map.webp',
  coverBlur: 'map',
  from: { id: 'ana', name: 'Ana' },
  to: 'Luz',
  message: 'Felicidades',
  day: '2026-12-24',
  openedAt: null,
};

describe('a gift', () => {
  const detail = {
    ...gift,
    mio: false,
    se_puede_avisar: true,
    pide_nombre: true,
    enlace: {
      serie: 's-1',
      huella: giftTokenHash('s-1'),
      correo: 'luz@gmail.com',
      caduca_at: '2027-01-01',
      enviado_at: '2026-12-24',
    },
    pedidos: [],
  };

  it('is shown to its giver with its link', async () => {
    shop.answers.mi_regalo = detail;
    expect(await getGift(id, 'en')).toEqual({
      ...shown,
      isMine: false,
      mayRemind: true,
      needsName: true,
      link: { path: giftPath('s-1'), email: 'luz@gmail.com', sentAt: '2026-12-24', expiresAt: '2027-01-01' },
      orders: [],
    });
    expect(shop.asked).toEqual([['mi_regalo', { p_pago: id }]]);
  });

  it('is shown with a link that the database knows after a rotation of the key', async () => {
    shop.answers.mi_regalo = { ...detail, enlace: { ...detail.enlace, huella: 'of the earlier key' } };
    expect((await getGift(id, 'en'))?.link?.path).toBe(giftPath('s-1'));
    expect(shop.asked).toContainEqual([
      'renovar_enlace',
      { p_pago: id, p_serie: 's-1', p_huella: giftTokenHash('s-1') },
    ]);
  });

  it('is shown to its recipient with its orders', async () => {
    const order = { id: 'o-1', minecraft_name: null, descarga: 'disponible', fecha_lanzamiento: null };
    shop.answers.mi_regalo = {
      ...detail,
      mio: true,
      edicion: null,
      enlace: null,
      pedidos: [
        { ...order, nombre: 'Mapa', nombre_en: null },
        {
          ...order,
          id: 'o-2',
          nombre: null,
          nombre_en: null,
          minecraft_name: 'luz_1',
          fecha_lanzamiento: '2027-01-01',
        },
      ],
    };
    expect(await getGift(id, 'en')).toMatchObject({
      edition: null,
      isMine: true,
      link: null,
      orders: [
        { id: 'o-1', name: 'Mapa', minecraftName: null, download: 'disponible', releaseDate: null },
        { id: 'o-2', name: null, minecraftName: 'luz_1', releaseDate: '2027-01-01' },
      ],
    });
  });

  it('of other people is missing, and an invalid id is not requested', async () => {
    shop.answers.mi_regalo = () => null;
    expect(await getGift(id, 'es')).toBeNull();
    expect(await getGift('x', 'es')).toBeNull();
    expect(shop.asked).toHaveLength(1);
  });

  it('is listed while it waits', async () => {
    shop.answers.mis_regalos_sin_entregar = [{ ...gift, edicion: null }];
    expect(await listUndeliveredGifts('en')).toEqual([{ ...shown, edition: null }]);
  });

  it('of a link is shown to anybody, and marked for its giver and recipient', async () => {
    const linked = { ...gift, ok: true, papel: null, pago_id: null, caduca_at: '2027-01-01' };
    shop.answers.ver_regalo = linked;
    expect(await getLinkedGift('token', 'en')).toEqual({
      name: 'Map',
      edition: 'Gold',
      coverUrl: '/map.webp',
      coverBlur: 'map',
      message: 'Felicidades',
      from: 'Ana',
      mine: null,
      expiresAt: '2027-01-01',
    });
    expect(shop.asked).toEqual([['ver_regalo', { p_ficha: 'token' }]]);
    shop.answers.ver_regalo = { ...linked, edicion: null, papel: 'da', pago_id: id };
    expect(await getLinkedGift('token', 'en')).toMatchObject({ edition: null, mine: { role: 'da', id } });
    shop.answers.ver_regalo = refused('enlace_no_valido');
    expect(await getLinkedGift('token', 'en')).toBeNull();
  });
});

describe('the actions of a gift', () => {
  it('open it, with or without a name', async () => {
    expect(await openGift(id, 'luz_1')).toEqual({ ok: true, value: undefined });
    await openGift(id, null);
    expect(shop.asked).toEqual([
      ['abrir_regalo', { p_pago: id, p_minecraft_name: 'luz_1' }],
      ['abrir_regalo', { p_pago: id, p_minecraft_name: null }],
    ]);
    expect(shop.after).toEqual(['servers', 'servers']);
  });

  it('remind of it', async () => {
    expect(await remindOfGift(id)).toEqual({ ok: true, value: undefined });
    expect([shop.asked, shop.after]).toEqual([[['avisar_regalo', { p_pago: id }]], ['mails']]);
  });

  it('redeem it by its link', async () => {
    shop.answers.recoger_regalo = { ok: true, pago_id: id };
    expect(await collectGift('token', 'luz_1')).toEqual({ ok: true, value: id });
    expect(shop.asked).toEqual([['recoger_regalo', { p_ficha: 'token', p_minecraft_name: 'luz_1' }]]);
    expect(shop.after).toEqual(['mails', 'servers']);
  });

  it('mail its link again, a new one each time', async () => {
    expect(await resendGift(id, 'luz@gmail.com')).toEqual({ ok: true, value: undefined });
    await resendGift(id, 'luz@gmail.com');
    const [first, second] = shop.asked.map(([, given]) => given as Record<string, string>);
    expect(first).toMatchObject({
      p_pago: id,
      p_correo: 'luz@gmail.com',
      p_huella: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(second?.p_huella).not.toBe(first?.p_huella);
    expect(shop.after).toEqual(['mails', 'mails']);
  });

  it.each([
    ['abrir_regalo', () => openGift(id, 'luz_1'), ['no_existe', 'regalo_retirado', 'nombre_minecraft_no_valido']],
    ['avisar_regalo', () => remindOfGift(id), ['no_existe', 'no_se_puede_avisar', 'aviso_reciente']],
    [
      'recoger_regalo',
      () => collectGift('token', 'luz_1'),
      ['enlace_no_valido', 'regalo_a_si_mismo', 'ya_lo_tienes', 'nombre_minecraft_no_valido', 'mantenimiento'],
    ],
    [
      'reenviar_regalo',
      () => resendGift(id, 'luz@gmail.com'),
      ['no_existe', 'no_se_puede_avisar', 'aviso_reciente', 'correo_no_valido'],
    ],
  ] as const)('by %s return the refusals of the database, and send nothing', async (name, act, codes) => {
    for (const code of codes) {
      shop.answers[name] = refused(code);
      expect(await act()).toEqual({ ok: false, error: code });
    }
    expect(shop.after).toEqual([]);
  });

  it.each([
    ['an invalid name on opening', () => openGift(id, 'no name!'), 'nombre_minecraft_no_valido'],
    ['an invalid name on redeeming', () => collectGift('token', 'no name!'), 'nombre_minecraft_no_valido'],
    ['no link', () => collectGift('', 'luz_1'), 'nombre_minecraft_no_valido'],
    ['no address', () => resendGift(id, 'luz'), 'correo_no_valido'],
    ['no gift', () => remindOfGift('x'), 'invalid'],
  ])('are not requested with %s', async (_what, act, error) => {
    expect(await act()).toMatchObject({ ok: false, error });
    expect(shop.asked).toEqual([]);
  });
});

describe('due gifts', () => {
  it('are delivered one by one, and counted', async () => {
    shop.answers = {
      regalos_por_entregar: ['a', 'b', 'c'],
      entregar_regalo: ({ p_pago }: { p_pago: string }) => ({ ok: true, entregado_ahora: p_pago !== 'b' }),
    };
    expect(await deliverGifts()).toBe(2);
    expect(shop.asked.slice(1)).toEqual(['a', 'b', 'c'].map((p_pago) => ['entregar_regalo', { p_pago }]));
    expect(shop.back).toEqual(['b']);
  });

  it('that fail do not delay the others, and fail the job', async () => {
    shop.answers = {
      regalos_por_entregar: ['a', 'b', 'c'],
      entregar_regalo: ({ p_pago }: { p_pago: string }) =>
        p_pago === 'a' ? new Error('away') : { ok: true, entregado_ahora: true },
    };
    await expect(deliverGifts()).rejects.toThrow('1 of 3: a gift was not given');
    expect(shop.asked).toHaveLength(4);
  });

  it('are mailed by their links, and expire', async () => {
    shop.answers = {
      enviar_regalos_por_correo: 5,
      regalos_por_caducar: ['a', 'b'],
      caducar_regalo: ({ p_pago }: { p_pago: string }) => ({ ok: true, caducado_ahora: p_pago === 'b' }),
    };
    expect(await followGiftLinks()).toBe(6);
    expect(shop.back).toEqual(['b']);
    shop.answers.caducar_regalo = new Error('away');
    await expect(followGiftLinks()).rejects.toThrow('2 of 2: a gift did not expire');
  });
});
