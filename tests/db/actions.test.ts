import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import { fail, succeed } from '@/lib/core/action/result';
import { emptyDraft } from '@/lib/publish/types';
import { buy, createFactor, createParts, createProduct, createUser, decideRevision } from './factories.ts';
import { openShop } from './shop-harness.ts';

type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;

const world = vi.hoisted(() => ({
  user: '',
  clientOf: (_user: string) => ({}) as unknown,
  tokenOf: (_user: string): string => '',
  log: vi.fn(),
}));

// Mocks Next.js's request context and the signed-in person; the shop's code, the API and the database are real.
vi.mock('next/cache', () => ({
  revalidateTag: () => {},
  revalidatePath: () => {},
  cacheLife: () => {},
  cacheTag: () => {},
}));
vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => ({ getAll: () => [] }) }));
vi.mock('next/server', () => ({ after: () => {}, connection: async () => {} }));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/log', () => ({ log: { error: world.log, warn: world.log, info: () => {} } }));
vi.mock('@/lib/core/supabase/server', () => {
  const client = () => {
    const made = world.clientOf(world.user) as Client;
    const user = { id: world.user, email: 'ana@gmail.com' };
    const session = { access_token: world.tokenOf(world.user) };
    Object.assign(made.auth, {
      getUser: async () => ({ data: { user }, error: null }),
      getSession: async () => ({ data: { session }, error: null }),
    });
    return made;
  };
  return { createRequestClient: async () => client(), createPublicClient: client };
});

const shop = await openShop();
const { db } = shop;
const { sql } = db;
world.clientOf = shop.clientOf;
world.tokenOf = shop.tokenOf;

const actions = {
  ...(await import('@/lib/admin/action')),
  ...(await import('@/lib/admin/content-action')),
  ...(await import('@/lib/admin/dispute-action')),
  ...(await import('@/lib/admin/product-action')),
  ...(await import('@/lib/admin/user-action')),
  ...(await import('@/lib/admin/withdrawal-action')),
  ...(await import('@/lib/account/settings/action')),
  ...(await import('@/lib/checkout/action')),
  ...(await import('@/lib/club/action')),
  ...(await import('@/lib/creators/action')),
  ...(await import('@/lib/creators/social/action')),
  ...(await import('@/lib/moderation/action')),
  ...(await import('@/lib/moderation/reports/action')),
  ...(await import('@/lib/notifications/action')),
  ...(await import('@/lib/orders/gifts/action')),
  ...(await import('@/lib/orders/payments/action')),
  ...(await import('@/lib/publish/action')),
  ...(await import('@/lib/reviews/action')),
  ...(await import('@/lib/vouchers/admin-action')),
  ...(await import('@/lib/vouchers/codes/action')),
};

const done = succeed(undefined);
const nobody = randomUUID();
const as = (user: string) => {
  world.user = user;
};

const buyer = await createUser(sql);
const creator = await createUser(sql);
const admin = await createUser(sql, { role: 'admin' });
await createFactor(sql, admin);
const product = await createProduct(sql, { usuario_id: creator, slug: 'fragua' });
await buy(db, buyer, { producto: product });

beforeEach(() => world.log.mockClear());

describe('a buyer', () => {
  beforeEach(() => as(buyer));

  test('rates a product that they own, and no other', async () => {
    expect(await actions.saveReview({ productId: product, stars: 4, text: 'bien' })).toEqual(done);
    expect(await actions.deleteReview(product)).toEqual(done);
    const other = await createProduct(sql);
    expect(await actions.saveReview({ productId: other, stars: 4, text: '' })).toEqual(fail('no_lo_tienes'));
    expect(world.log).not.toHaveBeenCalled();
  });

  test('saves a favourite once, follows any number of creators, but not themselves', async () => {
    expect(await actions.toggleFavorite(product, true)).toEqual(done);
    expect(await actions.toggleFavorite(product, true)).toEqual(fail('duplicate'));
    expect(await actions.toggleFollow(creator, true)).toEqual(done);
    expect(await actions.toggleFollow(creator, true)).toEqual(done);
    expect(await actions.toggleFollow(buyer, true)).toEqual(fail('notAllowed'));
  });

  test('reports, reads notifications, and sets mail preferences', async () => {
    expect(await actions.sendReport({ kind: 'producto', id: product, reason: 'otro', text: 'x' })).toEqual(done);
    expect(await actions.sendReport({ kind: 'producto', id: nobody, reason: 'otro', text: 'x' })).toEqual(
      fail('no_existe'),
    );
    expect(await actions.markNotificationsRead()).toEqual(done);
    const wishes = new FormData();
    wishes.set('newProducts', 'on');
    expect(await actions.saveMailPreferencesAction({}, wishes)).toMatchObject({ done: true });
  });

  test('gets the reason of a refused purchase', async () => {
    const purchase = { producto: 'fragua', minecraftName: 'jugador_1' };
    expect(await actions.payWithCoins(purchase)).toEqual(fail('ya_lo_tienes'));
    expect(await actions.claimPurchase({ ...purchase, producto: 'nada' })).toEqual(fail('no_existe'));
    expect(await actions.claimPurchase({ ...purchase, minecraftName: '' })).toMatchObject({
      error: 'nombre_minecraft_no_valido',
    });
    expect(await actions.claimWithClub(product, 'jugador_1')).toMatchObject({ ok: false });
    expect(await actions.leavePurchase({ producto: 'fragua' })).toEqual(done);
    expect(world.log).not.toHaveBeenCalled();
  });

  test('pays in coins, and gets the number of missing coins', async () => {
    as(admin);
    const gift = { base: { uncoins: '0' }, changes: { uncoins: '500' } };
    expect(await actions.editUser({ id: buyer, edit: gift, reason: 'regalo' })).toMatchObject({ ok: true });
    as(buyer);
    await createProduct(sql, { slug: 'barato', precio: 1 });
    const data = { minecraftName: 'jugador_1', consentimiento: consentVersion };
    const without = { producto: 'barato', minecraftName: 'jugador_1' };
    expect(await actions.payWithCoins(without)).toEqual(fail('falta_consentimiento'));
    expect(await actions.payWithCoins({ producto: 'barato', ...data })).toMatchObject({ ok: true });
    await createProduct(sql, { slug: 'caro', precio: 99 });
    expect(await actions.payWithCoins({ producto: 'caro', ...data })).toMatchObject({
      error: 'saldo_insuficiente',
      details: { necesitas: 9900, tienes: expect.any(Number) },
    });
  });

  test('gets a refusal for unknown coupons, codes and payments', async () => {
    expect(await actions.applyCoupon({ producto: 'fragua', codigo: '' })).toMatchObject({ error: 'empty' });
    expect(await actions.applyCoupon({ producto: 'caro', codigo: 'NADA' })).toEqual(fail('invalid'));
    expect(await actions.lookUpCode('NADA')).toEqual(fail('codigo_no_valido'));
    expect(await actions.lookUpCode(' ')).toMatchObject({ error: 'vacio' });
    expect(await actions.redeemCode('NADA', 'jugador_1')).toEqual(fail('codigo_no_valido'));
    expect(await actions.checkPayment(nobody)).toEqual(fail('no_existe'));
  });

  test('gives with a message, and the recipient opens the gift once, with a Minecraft name', async () => {
    const friend = await createUser(sql);
    const [row] = await sql`select username from usuarios_meta where id = ${friend}`;
    await createProduct(sql, { slug: 'libre', precio: 0 });
    const gift = { producto: 'libre', destinatario: String(row?.username), mensaje: 'Hola' };
    expect(await actions.claimPurchase({ ...gift, mensaje: 'en malo.com' })).toMatchObject({
      error: 'mensaje_con_enlaces',
    });
    const claimed = await actions.claimPurchase(gift);
    const [paid] = await sql`select id from pagos where destinatario_id = ${friend}`;
    const id = String(paid?.id);
    expect(claimed).toEqual(succeed(`/success?gratuito=1&pago=${id}`));
    expect(await actions.openGift(id, 'jugador_1')).toEqual(fail('no_existe'));
    expect(await actions.remindOfGift(id)).toEqual(fail('aviso_reciente'));
    as(friend);
    expect(await actions.openGift(id, null)).toEqual(fail('nombre_minecraft_no_valido'));
    expect(await actions.openGift(id, 'mal')).toMatchObject({ error: 'nombre_minecraft_no_valido' });
    expect(await actions.openGift(id, 'amigo_mc')).toEqual(done);
    expect(await actions.openGift(id, 'otro_nombre')).toEqual(done);
    expect(await sql`select minecraft_name from adquisiciones where user_id = ${friend}`).toEqual([
      { minecraft_name: 'amigo_mc' },
    ]);
    expect(world.log).not.toHaveBeenCalled();
  });

  test('cannot call actions of admins', async () => {
    expect(await actions.changeSwitch('status_down', true)).toEqual(fail('notAllowed'));
    expect(await actions.moderateReview({ reviewId: nobody, hide: true, reason: 'porque sí' })).toEqual(
      fail('notAllowed'),
    );
  });
});

describe('a creator', () => {
  beforeEach(() => as(creator));

  test('sends a draft to review, and gets all of its errors', async () => {
    const cover = { url: '/default-cover.webp', width: 720, height: 960, blur: null };
    const draft = { ...emptyDraft, name: 'Nuevo', slug: 'nuevo', price: '5', category: 'plugin' as const, cover };
    const sent = { ...draft, downloadLink: 'https://example.org/x.zip' };
    expect(await actions.sendToReview(null, sent)).toEqual(succeed({ slug: 'nuevo', outcome: 'review' }));
    expect(await actions.sendToReview(null, sent)).toEqual(fail('slugTaken', { fieldErrors: { slug: 'slugTaken' } }));
    expect(await actions.sendToReview(null, { ...sent, name: '', price: '0' })).toEqual(
      fail('invalid', { fieldErrors: { name: 'name', price: 'price' } }),
    );
    // Valid in the form, but refused by the database: the bundle contains an unowned product.
    const bundle = {
      id: null,
      key: 'n',
      name: 'Pack',
      nameEn: '',
      description: '',
      descriptionEn: '',
      price: '5',
      offer: '',
    };
    const refused = { ...sent, slug: 'rechazado', bundles: [{ ...bundle, productIds: [nobody] }] };
    expect(await actions.sendToReview(null, refused)).toEqual(fail('invalid'));
    expect(await actions.sendToReview(product, { ...refused, slug: 'fragua' })).toEqual(fail('saveFailed'));
    const extension = { ...sent, slug: 'ampliacion', isDlc: true, baseId: nobody };
    expect(await actions.sendToReview(null, extension)).toEqual(fail('base', { fieldErrors: { baseId: 'base' } }));
    expect(world.log).not.toHaveBeenCalled();
  });

  test('resubmits a rejected product for review even if only the price differs', async () => {
    const { getOwnProduct } = await import('@/lib/publish/server');
    const portada_url = '/default-cover.webp';
    const id = await createProduct(sql, { usuario_id: creator, slug: 'torno', portada_url, descargable: false });
    const draft = async () => {
      const own = await getOwnProduct('torno', creator, 'es');
      return own?.draft ?? emptyDraft;
    };
    const send = async (change: object) => actions.sendToReview(id, { ...(await draft()), ...change });
    const waiting = () => sql`select id from revisiones_producto where producto_id = ${id} and estado = 'pendiente'`;
    expect(await send({ price: '9' })).toEqual(succeed({ slug: 'torno', outcome: 'live' }));
    for (const change of [{ name: 'Torno nuevo' }, { price: '8' }, {}]) {
      expect(await send(change)).toEqual(succeed({ slug: 'torno', outcome: 'review' }));
      const [revision] = await waiting();
      const decision = { p_revision: revision?.id, p_aprobar: false, p_motivos: ['calidad'], p_nota: null };
      expect(await decideRevision(db, admin, decision)).toMatchObject({ ok: true });
      expect(await draft()).toMatchObject({ name: 'Torno nuevo' });
      expect(await sql`select precio::float from productos where id = ${id}`).toEqual([{ precio: 9 }]);
    }
    // While it waits, prices alone hold at once as before.
    await send({ name: 'Torno mejor' });
    expect(await send({ price: '8' })).toEqual(succeed({ slug: 'torno', outcome: 'live' }));
    expect(world.log).not.toHaveBeenCalled();
  });

  test('does not overwrite a change that was made since the form was opened', async () => {
    const [{ getOwnProduct }, { markOf }] = await Promise.all([
      import('@/lib/publish/server'),
      import('@/lib/publish/kept-draft'),
    ]);
    const portada_url = '/default-cover.webp';
    const id = await createProduct(sql, { usuario_id: creator, slug: 'yunque', portada_url, descargable: false });
    const draft = (await getOwnProduct('yunque', creator, 'es'))?.draft ?? emptyDraft;
    const send = (change: object, base: string) =>
      actions.sendToReview(id, { ...draft, ...change }, { id: '', version: 0, base });
    expect(await send({ name: 'Yunque 2' }, markOf(draft))).toEqual(succeed({ slug: 'yunque', outcome: 'review' }));
    for (const change of [{ about: 'Otra' }, { price: '8' }]) {
      expect(await send(change, markOf(draft))).toEqual(fail('productChanged'));
    }
    expect(await getOwnProduct('yunque', creator, 'es')).toMatchObject({ draft: { name: 'Yunque 2' } });
    expect(await send({ about: 'Otra' }, markOf({ ...draft, name: 'Yunque 2' }))).toMatchObject({ ok: true });
  });

  test('does not raise a price during an offer, and says why an archived product waits for a review', async () => {
    const { getOwnProduct } = await import('@/lib/publish/server');
    const portada_url = '/default-cover.webp';
    const id = await createProduct(sql, { usuario_id: creator, slug: 'rebaja', portada_url, descargable: false });
    const draft = (await getOwnProduct('rebaja', creator, 'es'))?.draft ?? emptyDraft;
    const raise = (price: string) => actions.sendToReview(id, { ...draft, price });
    await sql`insert into ofertas (producto_id, precio, desde, hasta) values (${id}, 5, now(), now() + interval '1 day')`;
    expect(await raise('12')).toEqual(fail('offerUnasked', { fieldErrors: { price: 'offerUnasked' } }));
    await sql`delete from ofertas where producto_id = ${id}`;
    expect(await raise('90')).toEqual(succeed({ slug: 'rebaja', outcome: 'limit' }));
    await sql`update productos set archivado_at = now() where id = ${id}`;
    const waiting = (await getOwnProduct('rebaja', creator, 'es'))?.draft ?? emptyDraft;
    expect(await actions.sendToReview(id, { ...waiting, price: '91' })).toMatchObject(
      succeed({ slug: 'rebaja', outcome: 'review' }),
    );
  });

  test('checks the stamps of a file that was submitted before', async () => {
    const { getOwnProduct } = await import('@/lib/publish/server');
    const link = `descargas/${creator}/${randomUUID()}/archivo.jar`;
    const portada_url = '/default-cover.webp';
    const id = await createProduct(sql, { usuario_id: creator, slug: 'sello', portada_url, download_link: link });
    await sql`insert into archivos_marcados (producto_id) values (${id})`;
    const draft = (await getOwnProduct('sello', creator, 'es'))?.draft ?? emptyDraft;
    // This test has no storage.
    const fieldErrors = { downloadLink: 'stampAway' };
    expect(await actions.sendToReview(id, { ...draft, name: 'Sello 2' })).toEqual(fail('stampAway', { fieldErrors }));
    expect(await actions.sendToReview(id, { ...draft, price: '9' })).toMatchObject({ ok: true });
    expect(await actions.sendToReview(id, { ...draft, slug: 'otro' })).toEqual(fail('notFound'));
  });

  test('writes messages about an own submitted product only', async () => {
    const sent = await createProduct(sql, { usuario_id: creator });
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${sent}, ${creator}, '{}', false)`;
    expect(await actions.writeToReview(sent, 'hola')).toEqual(done);
    expect(await actions.writeToReview(nobody, 'hola')).toEqual(fail('notAllowed'));
    expect(await actions.writeToReview(sent, ' ')).toMatchObject({ error: 'empty' });
  });

  test('cannot withdraw more than the balance', async () => {
    const asked = { email: 'ana@gmail.com', amount: '500,00', attempt: randomUUID() };
    expect(await actions.requestWithdrawal(asked)).toEqual(fail('funds'));
    expect(await actions.requestWithdrawal({ ...asked, amount: '1' })).toMatchObject({
      fieldErrors: { amount: 'minimum' },
    });
  });
});

describe('an admin', () => {
  beforeEach(() => as(admin));

  test('turns the switches of the shop on and off', async () => {
    expect(await actions.changeSwitch('status_down', true)).toEqual(done);
    expect(await actions.changeSwitch('status_down', false)).toEqual(done);
  });

  test('changes, bans and unbans a person', async () => {
    const reason = 'porque sí';
    const [{ uncoins } = { uncoins: 0 }] = await sql`select uncoins from usuarios_meta where id = ${buyer}`;
    const coins = (from: string) => ({ base: { uncoins: from }, changes: { uncoins: '10' } });
    expect(await actions.editUser({ id: buyer, edit: coins('7'), reason })).toEqual(
      fail('conflicto', { details: { uncoins: String(uncoins) } }),
    );
    expect(await actions.editUser({ id: buyer, edit: coins(String(uncoins)), reason })).toMatchObject({ ok: true });
    expect(await actions.editUser({ id: nobody, edit: coins('0'), reason })).toEqual(fail('usuario_no_existe'));
    const none = { base: {}, changes: {} };
    expect(await actions.editUser({ id: buyer, edit: none, reason: '' })).toMatchObject({ error: 'motivo_no_valido' });
    const [{ name } = { name: '' }] = await sql`select display_name as name from usuarios_meta where id = ${buyer}`;
    const reserved = { base: { displayName: name }, changes: { displayName: 'UnStore' } };
    expect(await actions.editUser({ id: buyer, edit: reserved, reason })).toEqual(fail('nombre_reservado'));
    const long = { base: { displayName: name }, changes: { displayName: 'x'.repeat(99) } };
    expect(await actions.editUser({ id: buyer, edit: long, reason })).toMatchObject({ error: 'nombre_no_valido' });
    expect(await actions.banUser({ id: buyer, until: '', reason })).toEqual(done);
    expect(await actions.unbanUser({ id: buyer, reason })).toEqual(done);
    expect(await actions.banUser({ id: admin, until: '', reason })).toEqual(fail('es_admin'));
    expect(await actions.removeSecondFactor({ id: buyer, reason })).toEqual(fail('sin_segundo_factor'));
  });

  test('creates coupons and codes', async () => {
    const coupon = {
      ...{
        code: 'VERANO',
        scope: 'producto' as const,
        product: 'fragua',
        creator: '',
        category: '',
        percent: '10',
        amount: '',
      },
      ...{ least: '', starts: '', expires: '', maxUses: '', maxPerPerson: '', firstPurchase: false },
    };
    expect(await actions.saveCoupon(coupon)).toEqual(done);
    expect(await actions.saveCoupon(coupon)).toEqual(fail('codigo_ocupado'));
    expect(await actions.saveCoupon({ ...coupon, product: 'nada' })).toMatchObject({
      fieldErrors: { product: 'product' },
    });
    const wide = { ...coupon, code: 'ABRIL', scope: 'creador', creator: 'nadie', percent: '', amount: '2,50' } as const;
    expect(await actions.saveCoupon(wide)).toMatchObject({ fieldErrors: { creator: 'creator' } });
    expect(await actions.saveCoupon({ ...wide, scope: 'categoria' })).toMatchObject({
      fieldErrors: { category: 'category' },
    });
    expect(await actions.saveCoupon({ ...wide, scope: 'categoria', category: 'plugin' })).toEqual(done);
    const [abril = {}] = await sql`select id, descuento_centimos from codigos_cupones where codigo = 'ABRIL'`;
    expect(abril.descuento_centimos).toBe(250);
    const dearer = { base: { amount: '2,50' }, changes: { amount: '3' } };
    expect(await actions.editCoupon({ id: abril.id, edit: dearer })).toEqual(done);
    expect(await actions.editCoupon({ id: abril.id, edit: { ...dearer, changes: { amount: '4' } } })).toEqual(
      fail('conflicto', { details: { amount: '3' } }),
    );
    const [{ id } = { id: '' }] = await sql`select id from codigos_cupones where codigo = 'VERANO'`;
    const percent = (from: string, to: string) => ({ id, edit: { base: { percent: from }, changes: { percent: to } } });
    expect(await actions.editCoupon(percent('10', '20'))).toEqual(done);
    expect(await actions.editCoupon(percent('10', '30'))).toEqual(fail('conflicto', { details: { percent: '20' } }));
    expect(await actions.editCoupon(percent('20', '300'))).toMatchObject({
      fieldErrors: { 'edit.percent': 'percent' },
    });
    expect(await actions.deleteCoupon(nobody)).toEqual(fail('no_existe'));
    const made = await actions.generateCodes({ id: product, editionId: '', count: 2 });
    expect(made).toMatchObject({ ok: true, value: [expect.any(String), expect.any(String)] });
    as(await createUser(sql));
    const [code = ''] = made.ok ? made.value : [];
    expect(await actions.lookUpCode(code)).toMatchObject({ ok: true, value: { edition: null } });
    const redeemed = await actions.redeemCode(code, 'jugador_1');
    expect(redeemed).toEqual(succeed(expect.any(String)));
    expect(await actions.redeemCode(code, 'jugador_1')).toEqual(redeemed);
    as(await createUser(sql));
    expect(await actions.redeemCode(code, 'jugador_1')).toEqual(fail('codigo_no_valido'));
  });

  test('gets a refusal for unknown ids', async () => {
    expect(await actions.solveCase(1, 'hecho')).toEqual(fail('caso_no_existe'));
    expect(await actions.resolveWithdrawal(nobody, true, '')).toEqual(fail('retiro_no_existe'));
    expect(await actions.approveWithdrawals([nobody])).toEqual(succeed({ [nobody]: 'retiro_no_existe' }));
    const answer = { id: nobody, base: '', text: 'No es verdad' };
    expect(await actions.saveDisputeAnswer(answer)).toEqual(fail('disputa_no_existe'));
    expect(await actions.sendDisputeAnswer({ ...answer, files: [] })).toEqual(fail('disputa_no_existe'));
    expect(await actions.removeDisputeFile({ id: nobody, path: 'pruebas/a/b.pdf' })).toEqual(fail('disputa_no_existe'));
    expect(await actions.clarifyWithdrawal({ id: nobody, paid: true, reference: 'TX12345', note: 'visto' })).toEqual(
      fail('retiro_no_existe'),
    );
    const revision = { id: nobody, fingerprint: '' };
    expect(await actions.decideRevision(revision, true, [], '')).toEqual(fail('revision_no_existe'));
    expect(await actions.decideRevisions([revision], true, [], '')).toEqual(
      succeed({ [nobody]: 'revision_no_existe' }),
    );
    expect(await actions.requestChanges(revision, [], 'más')).toEqual(fail('revision_no_existe'));
    expect(await actions.assignRevision(nobody, null, null)).toEqual(fail('revision_no_existe'));
    expect(await actions.settleReport({ id: nobody, isFounded: true, note: 'visto' })).toEqual(fail('no_existe'));
    const refund = { paymentId: nobody, reason: 'porque sí', amount: '1,00', inCoins: false, key: randomUUID() };
    expect(await actions.refundPayment(refund)).toEqual(fail('pago_no_existe'));
    expect(world.log).not.toHaveBeenCalled();
  });

  test('changes a product', async () => {
    const edit = (base: Record<string, string | boolean>, changes: Record<string, string | boolean>) =>
      actions.editProduct({ id: product, slugBefore: 'fragua', edit: { base, changes } });
    const [{ precio } = { precio: 0 }] = await sql`select precio::float from productos where id = ${product}`;
    const before = { price: String(precio), slug: 'fragua', offer: '', isFeatured: false };
    const changes = { price: '7,50', slug: 'fragua-nueva', offer: '6', isFeatured: true };
    expect(await edit(before, changes)).toEqual(done);
    const now = { price: '7,5', slug: 'fragua-nueva', offer: '6', isFeatured: true };
    expect(await edit(before, { price: '9', offer: '5' })).toEqual(
      fail('conflicto', { details: { price: '7.5', offer: '6' } }),
    );
    expect(await edit(now, { slug: 'caro' })).toEqual(fail('slug_ocupado'));
    expect(await edit(now, { price: 'nada' })).toMatchObject({
      error: 'invalid',
      fieldErrors: { 'edit.price': expect.any(String) },
    });
    expect(await edit(now, { creator: 'yo' })).toMatchObject({ error: 'invalid' });
    // Its texts have a form of their own, which tells the creator.
    expect(await edit({ name: 'Torre' }, { name: 'Otra' })).toMatchObject({ error: 'invalid' });
  });

  test('changes texts of an edition and a bundle within their rules', async () => {
    const { edition, bundle } = await createParts(sql, product);
    const edit = (base: Record<string, string>, changes: Record<string, string>) =>
      actions.editContent({ id: product, edit: { base, changes }, reason: 'Erratas' });
    const [name, text] = [`editions.${edition}.name`, `bundles.${bundle}.descriptionEn`];
    const [row] = await sql`select nombre from productos where id = ${product}`;
    const before = { name: row?.nombre, [name]: 'Oro', [text]: '' };
    expect(await edit(before, { name: 'Fragua', [name]: 'Oro viejo', [text]: 'Both' })).toMatchObject({ ok: true });
    expect(await edit({ [name]: 'Oro' }, { [name]: 'Plata' })).toEqual(
      fail('conflicto', { details: { [name]: 'Oro viejo' } }),
    );
    expect(await edit({ [name]: 'Oro viejo' }, { [name]: ' ' })).toMatchObject({
      error: 'invalid',
      fieldErrors: { [`edit.${name}`]: 'editionName' },
    });
    const gone = `editions.${nobody}.name`;
    expect(await edit({ [gone]: 'a' }, { [gone]: 'b' })).toEqual(fail('parte_no_existe'));
    for (const wrong of [`editions.${edition}.price`, 'editions.x.name', `owners.${edition}.name`])
      expect(await edit({ [wrong]: 'a' }, { [wrong]: 'b' }), wrong).toMatchObject({ error: 'invalid' });
  });
});

test('queries of pages return the expected shape', async () => {
  const [
    users,
    summary,
    books,
    queries,
    withdrawals,
    reports,
    library,
    money,
    panel,
    standing,
    search,
    filters,
    offers,
    suggestions,
  ] = await Promise.all([
    import('@/lib/admin/users'),
    import('@/lib/admin/summary'),
    import('@/lib/admin/books'),
    import('@/lib/admin/slow-queries'),
    import('@/lib/admin/withdrawals'),
    import('@/lib/moderation/reports/server'),
    import('@/lib/orders/library/server'),
    import('@/lib/creators/money'),
    import('@/lib/creators/panel'),
    import('@/lib/account/profile/standing'),
    import('@/lib/catalog/search'),
    import('@/lib/catalog/filters'),
    import('@/lib/catalog/on-offer'),
    import('@/lib/catalog/suggestions'),
  ]);
  as(admin);
  expect(await users.getUser(buyer)).toMatchObject({ id: buyer, infractions: expect.any(Number) });
  expect(await users.getUser(nobody)).toBeNull();
  expect(await users.hasSecondFactor(admin)).toBe(true);
  expect(await summary.getSummary(7)).toMatchObject({ days: expect.any(Array) });
  expect((await books.checkInvariants('es'))?.filter(({ broken }) => broken !== 0)).toEqual([]);
  expect(await queries.getSlowQueries('total')).toMatchObject({ isCounted: true, queries: expect.any(Array) });
  expect(await withdrawals.getWithdrawal(nobody)).toBeNull();
  expect(await withdrawals.getBalanceOf(creator)).toMatchObject({ totalCents: expect.any(Number) });
  expect(await reports.listReports(true, 0)).toMatchObject({ open: 1 });
  as(buyer);
  expect(await users.getUser(buyer)).toBeNull();
  expect((await library.getLibrary('es', null, 20)).items).toContainEqual(
    expect.objectContaining({ slug: 'fragua-nueva' }),
  );
  expect(await queries.getSlowQueries('total')).toBeNull();
  expect(await standing.getStanding()).toMatchObject({ reputation: 'buena' });
  as(creator);
  expect(await money.getBalance()).toMatchObject({ availableCents: expect.any(Number) });
  expect(await panel.getPanel(7, 'es')).toMatchObject({ products: expect.any(Array) });
  expect(await money.listMovements({ from: null, to: null }, 'es')).toEqual(expect.any(Array));
  expect((await suggestions.suggest('es', 'fragua')).items).toContainEqual(
    expect.objectContaining({ slug: 'fragua-nueva' }),
  );
  expect(await search.suggestCorrection('zzzzzz')).toBeNull();
  const found = await search.searchProducts('es', filters.searchListing('fragua'), {}, undefined);
  expect(found.total).toBe(found.products.length);
  expect(await search.getFacets(null)).toMatchObject({ genres: expect.any(Array), versions: expect.any(Array) });
  expect(await offers.getOffers('es')).toEqual(expect.any(Array));
  expect(found.products).toContainEqual(expect.objectContaining({ slug: 'fragua-nueva' }));
  expect(world.log).not.toHaveBeenCalled();
});

test('a product in the panel shows whether a revision is pending', async () => {
  as(admin);
  const { getProduct } = await import('@/lib/admin/products');
  const id = await createProduct(sql);
  expect(await getProduct(id)).toMatchObject({ id, waitingRevision: null });
  const [sent] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    select id, usuario_id, to_jsonb(p), false from productos p where id = ${id} returning id`;
  expect(await getProduct(id)).toMatchObject({ id, waitingRevision: sent?.id });
  const { getDispute, listOpenDisputes, listRefunds, countClubDisputes } = await import('@/lib/admin/disputes');
  expect([await getDispute(id), await listOpenDisputes(), await countClubDisputes()]).toEqual([null, [], 0]);
  expect(await listRefunds(null)).toMatchObject({ next: null });
});

test('refunds and decided disputes are paginated, even with equal times', async () => {
  as(admin);
  const { listDecidedDisputes, listRefunds } = await import('@/lib/admin/disputes');
  const { id } = await buy(db, await createUser(sql), { producto: await createProduct(sql) });
  const at = '2026-11-01T10:00:00.123456Z';
  const refunds = await sql`insert into reembolsos (pago_id, estado, centimos, motivo, created_at)
    select ${id}, 'fallido', 1, 'Prueba ' || n, ${at} from generate_series(1, 52) n returning id`;
  const disputes = await sql`insert into disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    select ${id}, 'stripe', 'du_igual_' || n, 'ganada', 1, ${at} from generate_series(1, 52) n returning id`;
  for (const [list, made] of [
    [listRefunds, refunds],
    [listDecidedDisputes, disputes],
  ] as const) {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { rows: { id: string }[]; next: string | null } = await list(after);
      seen.push(...page.rows.map((row) => row.id));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.map((row) => row.id)));
  }
});

test('queries of jobs return the expected shape', async () => {
  const [
    related,
    levels,
    words,
    favourites,
    account,
    days,
    releases,
    hopeless,
    club,
    payouts,
    payments,
    reversals,
    pictures,
  ] = await Promise.all([
    import('@/lib/catalog/count-related'),
    import('@/lib/catalog/search-levels'),
    import('@/lib/catalog/search-words'),
    import('@/lib/notifications/favourites'),
    import('@/lib/account/chores'),
    import('@/lib/jobs/close-days'),
    import('@/lib/orders/releases'),
    import('@/lib/payments/close-hopeless'),
    import('@/lib/club/reconcile'),
    import('@/lib/payments/payouts'),
    import('@/lib/payments/reconcile'),
    import('@/lib/payments/reversals'),
    import('@/lib/storage/sweep'),
  ]);
  expect(await related.countRelated()).toEqual(expect.any(Number));
  expect(await levels.levelSearch()).toEqual(expect.any(Number));
  expect(await words.forgetWords()).toEqual(expect.any(Number));
  expect(await favourites.notifyFavourites()).toEqual(expect.any(Number));
  expect(await account.admitEmailDomains()).toBeGreaterThan(0);
  expect(await account.forgetAttempts()).toEqual(expect.any(Number));
  expect(await days.closeDays()).toEqual(expect.any(Number));
  expect(await releases.announceReleases()).toBe(0);
  expect(await hopeless.closeHopelessPages()).toBe(0);
  expect(await club.reconcileClub()).toMatchObject({ checked: 0, ended: 0, coins: 0, pages: 0 });
  expect(await payouts.finishPayouts()).toEqual({ asked: 0, failed: 0 });
  expect(await payments.reconcilePayments()).toMatchObject({ failed: 0 });
  expect(await reversals.catchUpReversals()).toMatchObject({ payments: { asked: expect.any(Number) } });
  expect(await pictures.sweepPictures()).toBe(0);
  expect(await pictures.sweepFiles()).toBe(0);
});
