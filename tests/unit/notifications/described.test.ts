import { createTranslator } from 'next-intl';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Locale } from '@/lib/core/i18n/locales';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import { away, openShop, shop } from '../shop-stub.ts';

const messages = { es, en: en as typeof es };
vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: Locale; namespace: 'notifications' }) =>
    createTranslator({
      locale,
      namespace,
      messages: messages[locale],
      onError: (error) => {
        throw error;
      },
    }),
}));
const { listNotifications } = await import('@/lib/notifications/server');

const me = { displayName: 'Ana Gil' };
const row = (id: number, tipo: string, datos: object, leida_at: string | null = null) => ({
  id,
  tipo,
  datos,
  leida_at,
  created_at: '2026-11-20T10:00:00Z',
});
const torre = { nombre: 'Torre', nombre_en: 'Tower', slug: 'torre' };

const product = (change: object = {}) => ({ slug: 'torre', status: 'approved', oculto: false, ...change });

beforeEach(() => {
  openShop();
  shop.tables.productos = [product()];
});

async function shown(tipo: string, datos: object, locale: Locale = 'es') {
  shop.tables.notificaciones = [row(1, tipo, datos)];
  const [one] = await listNotifications(locale, me, 5);
  return [one?.text.replaceAll('\u00a0', ' '), one?.href];
}

test.each<[kind: string, data: object, text: string, href: string]>([
  ['producto_nuevo', { ...torre, de: 'Luis' }, 'Luis ha publicado Torre', '/p/torre'],
  [
    'version_nueva',
    { ...torre, pedido_id: 'o-1', version: '2.0' },
    'Torre tiene una versión nueva: 2.0',
    '/profile/order/o-1',
  ],
  ['regalo', { ...torre, de: 'Luis', pedido_id: 'o-1' }, 'Luis te ha regalado Torre', '/profile/order/o-1'],
  [
    'regalo',
    { ...torre, de: 'Luis', pedido_id: 'o-1', regalo_id: 'g-1' },
    'Luis te ha regalado Torre',
    '/profile/gift/g-1',
  ],
  ['reserva', { ...torre, pedido_id: 'o-1' }, 'Torre ya ha salido', '/profile/order/o-1'],
  ['reputacion', { despues: 'mala', motivo: 'Spam' }, 'Tu reputación es ahora «Sancionado». Motivo: Spam', '/profile'],
  ['revision', { ...torre, aprobada: true }, 'Torre está aprobado y a la venta', '/p/torre'],
  ['revision', { ...torre, aprobada: false }, 'Torre no se ha aprobado. Mira por qué', '/edit/torre?paso=revision'],
  ['retiro', { estado: 'pagado', centimos: '1234' }, 'Te hemos pagado tu retiro de 12,34 €', '/dashboard#withdrawals'],
  [
    'retiro',
    { estado: 'sin_reclamar', centimos: 1234 },
    'Tu retiro de 12,34 € espera a que lo reclames en PayPal. Mira hasta cuándo',
    '/dashboard#withdrawals',
  ],
  [
    'retiro',
    { estado: 'retenido', centimos: 1234 },
    'PayPal está comprobando tu retiro de 12,34 €. Mira qué hacer',
    '/dashboard#withdrawals',
  ],
  [
    'retiro',
    { estado: 'devuelto', centimos: 1234 },
    'Tu retiro de 12,34 € no se ha pagado. El dinero está de nuevo en tu saldo',
    '/dashboard#withdrawals',
  ],
  [
    'resena',
    { ...torre, estrellas: 4, resena_id: 'r-1' },
    'Torre tiene una valoración nueva: 4 de 5',
    '/dashboard/reviews?resena=r-1',
  ],
  ['resena', { ...torre, estrellas: 4 }, 'Torre tiene una valoración nueva: 4 de 5', '/p/torre#reviews'],
  [
    'respuesta',
    { ...torre, resena_id: 'r-1' },
    'El creador de Torre ha respondido a tu valoración',
    '/p/torre/reviews?resena=r-1',
  ],
  ['respuesta', torre, 'El creador de Torre ha respondido a tu valoración', '/p/torre#reviews'],
  [
    'segundo_factor',
    { estado: 'app_quitada', app: 'Aegis' },
    'Has quitado la app Aegis de la verificación en dos pasos',
    '/profile/two-factor',
  ],
  [
    'segundo_factor',
    { estado: 'codigo_usado' },
    'Se ha entrado en tu cuenta con un código de recuperación. No queda ninguno',
    '/profile/two-factor',
  ],
  [
    'segundo_factor',
    { estado: 'codigo_usado', quedan: 3 },
    'Se ha entrado en tu cuenta con un código de recuperación. Quedan 3',
    '/profile/two-factor',
  ],
  [
    'segundo_factor',
    { estado: 'restablecido', motivo: 'Móvil perdido' },
    'Hemos quitado la verificación en dos pasos de tu cuenta. Motivo: Móvil perdido',
    '/profile/two-factor',
  ],
  [
    'devolucion',
    { ...torre, pago_id: 'pago-1', centimos: 499 },
    'El proveedor ha devuelto 4,99 € de Torre sin que la tienda lo pidiera',
    '/dashboard-admin/payments/pago-1',
  ],
  [
    'favorito',
    { ...torre, motivo: 'oferta', precio_centimos: 999, oferta_centimos: 499 },
    'Torre, de tus favoritos, está de oferta: 4,99 € en vez de 9,99 €',
    '/p/torre',
  ],
  ['favorito', { ...torre, motivo: 'estreno' }, 'Torre, de tus favoritos, ya ha salido', '/p/torre'],
  ['favorito', { ...torre, motivo: 'disponible' }, 'Torre se puede comprar otra vez', '/p/torre'],
  [
    'venta',
    { ...torre, dia: '2026-11-20', cuantas: '1', centimos: '350', pedido_id: 'o-1' },
    'Has vendido Torre: 3,50 € para ti',
    '/dashboard/sales/o-1',
  ],
  [
    'venta',
    { ...torre, dia: '2026-11-20', cuantas: 12, centimos: 4200, pedido_id: 'o-1' },
    '12 ventas el 20 de noviembre: 42,00 € para ti',
    '/dashboard/sales?desde=2026-11-20&hasta=2026-11-20',
  ],
  ['seguidores', { dia: '2026-11-20', cuantos: 1, de: 'Luis' }, 'Luis te sigue', '/account/Ana%20Gil#seguidores'],
  [
    'seguidores',
    { dia: '2026-11-20', cuantos: 2, de: 'Luis' },
    'Luis y 1 persona más te siguen',
    '/account/Ana%20Gil#seguidores',
  ],
  [
    'disputa',
    { ...torre, fase: 'abierta', centimos: 350, pedido_id: 'o-1' },
    'Un comprador disputa su compra de Torre: 3,50 € tuyos esperan a que se decida',
    '/dashboard/sales/o-1',
  ],
  [
    'venta_devuelta',
    { ...torre, centimos: -350, pedido_id: 'o-1' },
    'Se ha devuelto una compra de Torre: 3,50 € menos para ti',
    '/dashboard/sales/o-1',
  ],
  [
    'venta_devuelta',
    { ...torre, centimos: 0, pedido_id: 'o-1' },
    'Se ha devuelto una compra de Torre: 0,00 € menos para ti',
    '/dashboard/sales/o-1',
  ],
  [
    'venta_devuelta',
    { ...torre, centimos: -350, motivo: 'No arranca', pedido_id: 'o-1' },
    'Se ha devuelto una compra de Torre: 3,50 € menos para ti. Motivo: No arranca',
    '/dashboard/sales/o-1',
  ],
  [
    'venta_devuelta',
    { ...torre, centimos: -350, motivo: 'cancelada_por_comprador', pedido_id: 'o-1' },
    'Se ha devuelto una compra de Torre: 3,50 € menos para ti. Motivo: Cancelada por quien compró, antes de recibirla',
    '/dashboard/sales/o-1',
  ],
  [
    'venta_devuelta',
    { ...torre, centimos: 350, motivo: 'No arranca', pedido_id: 'o-1' },
    'La devolución de Torre no llegó a hacerse: 3,50 € vuelven a tu saldo',
    '/dashboard/sales/o-1',
  ],
  [
    'publicacion',
    { publicacion: 'x-1', titulo: 'Ya queda menos', de: 'Luis', publica: true },
    'Luis ha publicado «Ya queda menos»',
    '/post/x-1',
  ],
  [
    'publicacion',
    { publicacion: 'x-1', titulo: 'Solo para vosotros', de: 'Luis', publica: false },
    'Luis ha publicado «Solo para vosotros»',
    '/profile/post/x-1',
  ],
  ['pregunta', { ...torre, pregunta_id: 'q-1' }, 'Una pregunta sobre Torre', '/dashboard/questions'],
  ['contestada', { ...torre, pregunta_id: 'q-1' }, 'Hay respuesta a tu pregunta sobre Torre', '/profile/questions#q-1'],
  [
    'cuarentena',
    { ...torre, hallazgo: 'Eicar', es_suyo: true },
    'Hemos parado la descarga de Torre: Eicar. Sube un archivo limpio o escribe a soporte.',
    '/edit/torre',
  ],
  [
    'cuarentena',
    { ...torre, hallazgo: 'Eicar', es_suyo: false },
    'Un archivo de Torre está en cuarentena: Eicar',
    '/p/torre',
  ],
  [
    'producto_editado',
    { ...torre, campos: ['nombre', 'portada_url'] },
    'El equipo ha cambiado Torre: el nombre y la portada',
    '/edit/torre?paso=revision',
  ],
  ['logro', { logro: 'primera_compra' }, 'Logro conseguido: Primera compra', '/profile#achievements'],
])('%s %j', async (kind, data, text, href) => expect(await shown(kind, data)).toEqual([text, href]));

describe('about a product without a page', () => {
  it.each<[kind: string, data: object, href: string]>([
    ['producto_nuevo', { de: 'Luis' }, '/account/Luis'],
    ['revision', { aprobada: true }, '/edit/torre?paso=revision'],
    ['resena', { estrellas: 4 }, '/dashboard/reviews'],
    ['favorito', { motivo: 'estreno' }, '/profile/favorites'],
    ['respuesta', { resena_id: 'r-1' }, '/library'],
    ['cuarentena', { hallazgo: 'Eicar', es_suyo: false }, '/moderation'],
  ])('%s leads elsewhere', async (kind, data, href) => {
    for (const change of [{ oculto: true }, { status: 'rejected' }]) {
      shop.tables.productos = [product(change), product({ slug: 'otra' })];
      expect((await shown(kind, { ...torre, ...data }))[1], JSON.stringify(change)).toBe(href);
    }
  });
});

describe('a message about a product in review', () => {
  const about = { nombre: 'Torre', slug: 'torre', revision_id: 'v-1', de: 'Luis' };
  const ofCreator = '/edit/torre?paso=revision';
  it.each([
    ['mensaje', 'El equipo de revisión te ha escrito sobre Torre', ofCreator],
    ['cambios', 'Te pedimos cambios en Torre', ofCreator],
    ['respuesta', 'Luis ha escrito sobre Torre, que está en revisión', '/moderation/v-1'],
    ['reenvio', 'Luis ha enviado otra vez Torre, donde pediste cambios', '/moderation/v-1'],
  ])('(%s) leads the creator to the form, and the team to the review', async (que, text, href) =>
    expect(await shown('mensaje_revision', { ...about, que })).toEqual([text, href]),
  );
});

describe('a thread', () => {
  it.each([
    ['cliente', '/profile/help/s-1'],
    ['creador', '/dashboard/help/s-1'],
    ['tienda', '/dashboard-admin/help/s-1'],
  ])('is opened as %s at %s', async (como, href) => {
    const thread = { que: 'respuesta', como, solicitud_id: 's-1', nombre: 'Torre', nombre_en: 'Tower', de: 'Luis' };
    expect(await shown('solicitud', thread)).toEqual(['Luis ha respondido sobre Torre', href]);
    expect((await shown('solicitud', thread, 'en'))[0]).toContain('Tower');
  });

  it('about a refund says what the shop decided', async () => {
    const thread = { que: 'rechazada', como: 'cliente', solicitud_id: 's-1', nombre: 'Torre', de: null };
    expect((await shown('solicitud', thread))[0]).toBe('No se devuelve el dinero de Torre. Mira por qué');
  });

  it('without a subject is about the shop', async () => {
    const thread = { como: 'tienda', solicitud_id: 's-1', nombre: null, de: 'Luis' };
    expect((await shown('solicitud', { ...thread, que: 'nueva' }))[0]).toBe('Luis pregunta por la tienda');
  });

  it.each([
    ['es', null, 'La tienda te ha respondido'],
    ['en', null, 'The shop has answered you'],
    ['es', 'Luis', 'Luis te ha respondido'],
  ] as const)('without a subject is answered without one (%s, %s)', async (locale, de, text) => {
    const thread = { que: 'respuesta', como: 'cliente', solicitud_id: 's-1', nombre: null, de };
    expect((await shown('solicitud', thread, locale))[0]).toBe(text);
  });
});

describe('a case of the team', () => {
  it.each([
    [{ tipo: 'disputa', centimos: 499 }, /^Hay algo que revisar: .+, 4,99 €$/, '/dashboard-admin/disputes'],
    [{ tipo: 'libros_rotos' }, /^Hay algo que revisar: [^,]+$/, '/dashboard-admin/cases'],
    [{ tipo: 'algo_nuevo' }, /^Hay algo que revisar: algo_nuevo$/, '/dashboard-admin/cases'],
  ])('%j names its kind and its amount', async (data, text, href) => {
    const [found, path] = await shown('caso', data);
    expect(found).toMatch(text);
    expect(found).not.toContain('libros_rotos');
    expect(path).toBe(href);
  });
});

describe('news of moderation', () => {
  const about = { tipo: 'producto', nombre: 'Torre', nombre_en: 'Tower' };
  it.each([
    ['medida', 'Moderación ha retirado algo tuyo: Torre. Mira por qué, y cómo apelar', '/profile/moderation'],
    ['repuesta', 'Moderación ha repuesto lo que retiró: Torre', '/profile/moderation'],
    ['asignada', 'Te han entregado una denuncia: Torre', '/moderation/reports'],
    ['respuesta', 'Hay respuesta a tu pregunta sobre Torre', '/moderation/reports'],
  ])('(%s) lead the team to its desk', async (que, text, href) =>
    expect(await shown('moderacion', { ...about, que })).toEqual([text, href]),
  );

  it('describe a deleted item as deleted', async () => {
    const [text] = await shown('moderacion', { que: 'denegada', tipo: 'producto', nombre: null });
    expect(text).toBe('Apelación no aceptada: algo que ya no existe');
    expect((await shown('moderacion', { ...about, que: 'denegada' }, 'en'))[0]).toContain('Tower');
  });
});

test('files that cannot be marked say why', async () => {
  const [text, href] = await shown('marca_fallida', { ...torre, motivo: 'signed' });
  expect(text).toBe(`No se pueden preparar las copias de Torre. ${es.stamps.problems.signed}`);
  expect(href).toBe('/dashboard/stamps');
});

describe('the list', () => {
  it('is in the language of the page, with the Spanish name of products without an English one', async () => {
    expect((await shown('pregunta', { ...torre, pregunta_id: 'q-1' }, 'en'))[0]).toContain('Tower');
    const untranslated = { ...torre, nombre_en: undefined, pregunta_id: 'q-1' };
    expect((await shown('pregunta', untranslated, 'en'))[0]).toContain('Torre');
  });

  it('has the newest first, page by page', async () => {
    const news = (id: number) => row(id, 'logro', { logro: 'cuenta_creada' });
    shop.tables.notificaciones = [news(1), news(3), news(2), news(4)];
    const first = await listNotifications('es', me, 2);
    expect(first.map(({ id, key }) => [id, key])).toEqual([
      [4, 'n4'],
      [3, 'n3'],
    ]);
    expect((await listNotifications('es', me, 2, 3)).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('marks read entries as read', async () => {
    shop.tables.notificaciones = [
      row(2, 'logro', { logro: 'cuenta_creada' }),
      row(1, 'logro', { logro: 'cuenta_creada' }, '2026-11-21T10:00:00Z'),
    ];
    const found = await listNotifications('es', me, 2);
    expect(found.map(({ isRead, at }) => [isRead, at])).toEqual([
      [false, '2026-11-20T10:00:00Z'],
      [true, '2026-11-20T10:00:00Z'],
    ]);
  });

  it('leaves out and logs kinds that only a newer release can read', async () => {
    shop.tables.notificaciones = [row(2, 'algo_nuevo', {}), row(1, 'logro', { logro: 'cuenta_creada' })];
    expect((await listNotifications('es', me, 2)).map(({ id }) => id)).toEqual([1]);
    expect(shop.log).toEqual([
      [{ notification: 2, kind: 'algo_nuevo', problem: expect.any(String) }, 'notification not understood'],
    ]);
  });

  it('is an error in an outage', async () => {
    shop.tables.notificaciones = away;
    await expect(listNotifications('es', me, 2)).rejects.toThrow('notifications query failed: away');
  });
});
