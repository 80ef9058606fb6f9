/** @module-tag nightly */
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Lists longer than one response of the API. Silent truncation would give wrong totals and end memberships that were
// not polled.
type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;
const request = vi.hoisted(() => {
  const asked: string[] = [];
  const lookUp = async (reference: string) => {
    request.asked.push(reference);
    return 'unpaid';
  };
  return { user: '', client: undefined as unknown, asked, unpaid: { forgetsAfterMs: null, lookUp } };
});
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: () => undefined,
  revalidateTag: () => undefined,
}));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: request.user, displayName: 'Ana' }) }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => {}, warn: () => {}, info: () => {} } }));
vi.mock('@/lib/core/supabase/server', async (original) => ({
  ...(await original<object>()),
  createRequestClient: async () => request.client as Client,
}));
// Stripe answers nothing about any membership, and nothing about any refund.
vi.mock('@/lib/club/refresh', () => ({
  refreshSubscription: async (reference: string) => {
    request.asked.push(reference);
    throw new Error('no answer');
  },
}));
vi.mock('@/lib/payments/providers', async (original) => ({
  ...(await original<object>()),
  // Reports every page as unpaid.
  pageProvider: { stripe: request.unpaid, paypal: request.unpaid },
  providerOf: () => ({
    findReversals: async (reference: string) => {
      request.asked.push(reference);
      throw new Error('no answer');
    },
  }),
}));

const noParams = { params: Promise.resolve({}) };

const { db, clientOf } = await openShop();
const { sql } = db;
const { GET: getSales } = await import('@/app/api/creator/sales/route');
const { GET: getStatement } = await import('@/app/api/creator/statement/route');
const { GET: getSitemap } = await import('@/app/sitemap.xml/route');
const { getSitemapEntries, listSitemapFiles } = await import('@/lib/catalog/seo/sitemap');
const { listFollowers } = await import('@/lib/creators/social/followers');
const { getLibrary } = await import('@/lib/orders/library/server');
const { reconcileClub } = await import('@/lib/club/reconcile');
const { exportCharges } = await import('@/lib/club/server');
const { getProductBySlug } = await import('@/lib/catalog/product');
const { getSale, getSaleTotals, listSales } = await import('@/lib/creators/sales/server');
const { getVisitSources } = await import('@/lib/creators/panel');
const { listReceivedReviews } = await import('@/lib/reviews/received');
const { reconcilePayments } = await import('@/lib/payments/reconcile');
const { finishRefunds } = await import('@/lib/payments/refunds');
const { listCases } = await import('@/lib/admin/cases');
const { findOwnChoices } = await import('@/lib/publish/own-choices');
const { listReviewMessages } = await import('@/lib/publish/server');

const many = 1_500;
const as = (user: string) => Object.assign(request, { user, client: clientOf(user), asked: [] });

const people = await sql<{ id: string }[]>`
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
  select gen_random_uuid(), 'autora' || n || '@gmail.com', now(),
    jsonb_build_object('username', 'autora' || n, 'display_name', 'autora' || n)
  from generate_series(1, 1010) n returning id`;
const ids = people.map(({ id }) => id);

test('a statement of 1,500 movements of one euro adds up to 1,500 euros', async () => {
  const creator = await createUser(sql);
  as(creator);
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, created_at)
    select ${creator}, 100, 'ajuste', ${creator} || ':' || n, '2026-06-01T10:00:00Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${many}) n`;
  const answer = await getStatement(
    new Request('http://localhost/api/creator/statement?mes=2026-06&formato=csv'),
    noParams,
  );
  const lines: string[][] = parse(await answer.text(), { bom: true, delimiter: ';', from_line: 2 });
  const amounts = lines.map((line) => line.at(-2) ?? '').filter((amount) => amount !== '');
  expect(amounts).toHaveLength(many);
  const times = lines.slice(1, -1).map(([time = '']) => Date.parse(time));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(amounts.reduce((sum, amount) => sum + Number(amount.replace(',', '.')), 0)).toBe(many);
  expect(lines.at(-1)?.at(-1)).toBe('1500,00');
});

test('an export of 2,500 sales contains each of them once and equals the page and the ledger', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  as(creator);
  const producto = await createProduct(sql, { usuario_id: creator, nombre: '=HYPERLINK("x")' });
  const sample = await buy(db, buyer, { producto });
  await sql`with nuevos as (
      insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
        presupuesto, minecraft_name, clave)
      select p.user_id, p.destinatario_id, p.producto_id, p.metodo, p.proveedor, 'cs_fila_' || n, 'entregado', 1000 + n,
        p.presupuesto, p.minecraft_name, 'fila-venta-' || n
      from pagos p, generate_series(1, 2499) n where p.id = ${sample.id}
      returning id, user_id, producto_id, total_centimos
    ), pedidos as (
      insert into adquisiciones (user_id, producto_id, pago_id, precio_pagado, minecraft_name, revocada_at)
      select user_id, producto_id, id, total_centimos / 100.0, 'Jugador_1', now() from nuevos
      returning id, precio_pagado
    )
    insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    select ${creator}, round(precio_pagado * 20)::integer, 'venta', 'venta:' || id, id from pedidos`;
  // Some were refunded.
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    select usuario_id, -centimos, 'reembolso', 'reembolso:' || adquisicion_id, adquisicion_id
    from movimientos_ingresos where usuario_id = ${creator} and id % 7 = 0`;
  const everything = { product: null, state: null, discount: null, from: null, to: null };
  const totals = await getSaleTotals(everything);
  if (!totals) throw new Error('the sales were not summed up');
  const answer = await getSales(new Request('http://localhost/api/creator/sales'), noParams);
  const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, delimiter: ';', columns: true });
  expect(rows).toHaveLength(2_500);
  expect(new Set(rows.map(({ pedido }) => pedido)).size).toBe(2_500);
  const sum = (column: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]?.replace(',', '.')) * 100), 0);
  const [ledger] =
    await sql`select sum(centimos)::integer as cents from movimientos_ingresos where usuario_id = ${creator}`;
  expect([totals.count, sum('pagado_eur'), sum('parte_eur'), sum('neto_eur')]).toEqual([
    2_500,
    totals.paidCents,
    totals.shareCents,
    totals.netCents,
  ]);
  expect(totals.netCents).toBe(ledger?.cents);
  expect(sum('devuelto_eur')).toBe(totals.netCents - totals.shareCents);
  expect(sum('devuelto_eur')).toBeLessThan(0);
  expect(rows[0]?.producto).toBe(`'=HYPERLINK("x")`);

  // The same through the pages of the list, and one of them.
  const first = await listSales(everything, 'es', null);
  const second = await listSales(everything, 'es', first.next);
  expect([...first.sales, ...second.sales].map(({ orderId }) => orderId)).toEqual(
    rows.slice(0, 100).map(({ pedido }) => pedido),
  );
  const shown = await getSale(first.sales[0]?.orderId ?? '', 'es');
  expect(shown?.sale).toEqual(first.sales[0]);
  expect(await getSale(sample.id, 'es')).toBe(null);
  expect(await getSale('x', 'es')).toBe(null);
  expect(await getVisitSources(30)).toEqual({ total: 0, top: [] });
});

test('each of 1,500 open payments is polled once', async () => {
  const buyer = await createUser(sql);
  const sample = await buy(db, buyer, { producto: await createProduct(sql) });
  const open = await sql<{ referencia: string }[]>`
    insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
      presupuesto, minecraft_name, clave, created_at)
    select p.user_id, p.destinatario_id, p.producto_id, p.metodo, case n % 2 when 0 then 'stripe' else 'paypal' end,
      'abierto_' || n, 'creado', 1000, p.presupuesto, p.minecraft_name, 'abierto-' || n, now() - n / 3 * interval '1 second'
    from pagos p, generate_series(1, ${many}) n where p.id = ${sample.id} returning referencia`;
  as(buyer);
  expect(await reconcilePayments()).toMatchObject({ checked: many, failed: 0 });
  expect(request.asked.toSorted()).toEqual(open.map(({ referencia }) => referencia).toSorted());
  await sql`update pagos set estado = 'caducado' where referencia like 'abierto%'`;
});

test('unanswered reviews are paginated', async () => {
  const [creator, fan] = [await createUser(sql), await createUser(sql)];
  as(creator);
  for (const stars of [1, 2, 3]) {
    const producto = await createProduct(sql, { usuario_id: creator });
    await sql`insert into resenas (producto_id, user_id, estrellas) values (${producto}, ${fan}, ${stars})`;
  }
  const waiting = { isWaiting: true, review: null, after: null };
  const first = await listReceivedReviews(waiting, 'es', 2);
  const second = await listReceivedReviews({ ...waiting, after: first.next }, 'es', 2);
  expect([first.waiting, ...first.reviews.map(({ stars }) => stars)]).toEqual([3, 3, 2]);
  expect([second.next, ...second.reviews.map(({ stars }) => stars)]).toEqual([null, 1]);
  const [{ id } = { id: '' }] = first.reviews;
  expect((await listReceivedReviews({ ...waiting, review: id }, 'es')).reviews.map((found) => found.id)).toEqual([id]);
});

test('every expired membership is polled before any of them ends', async () => {
  await sql`insert into suscripciones
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at)
    select id, 'sub_' || n, 'monthly', 'cancelada_al_final', now() - interval '1 month', now(),
      now() - interval '1 minute', now() - interval '1 day'
    from unnest(${ids}::uuid[]) with ordinality p(id, n)`;
  as('');
  expect(await reconcileClub()).toMatchObject({ checked: ids.length, failed: ids.length, ended: 0 });
  expect(new Set(request.asked).size).toBe(ids.length);
  const [left] = await sql`select count(*)::integer as n from suscripciones where estado <> 'terminada'`;
  expect(left?.n).toBe(ids.length);
});

test('every ordered refund is tried, even behind a thousand failing ones', async () => {
  const buyer = await createUser(sql);
  const product = await createProduct(sql);
  await sql`
    with pagos_ as (
      insert into pagos (user_id, destinatario_id, producto_id, metodo, estado, total_centimos, presupuesto, proveedor, referencia,
        minecraft_name, clave)
      select ${buyer}, ${buyer}, ${product}, 'tarjeta', 'creado', 100, '{}', 'stripe', 'cs_' || n,
        'Jugador_1', 'clave-larga-' || n
      from generate_series(1, ${many}) n returning id)
    insert into reembolsos (pago_id, estado, centimos, motivo) select id, 'pedido', 100, 'prueba' from pagos_`;
  as('');
  expect(await finishRefunds()).toEqual({ asked: many, done: 0 });
  expect(new Set(request.asked).size).toBe(many);
});

test('the sitemap lists every product and every creator', async () => {
  await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id)
    select 'Mapa ' || n, 'mapa-' || n, 10, '/media/portadas/p.webp', 'plugin', 'approved', id
    from unnest(${ids}::uuid[]) with ordinality p(id, n)`;
  const text = await (await getSitemap()).text();
  const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
  const paths = urls.filter(({ search }) => search === '').map(({ pathname }) => pathname);
  const english = urls.filter(({ search }) => search === '?lng=en').map(({ pathname }) => pathname);
  expect(english).toEqual(paths);
  expect(urls).toHaveLength(2 * paths.length);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.startsWith('/p/mapa-'))).toHaveLength(ids.length);
  expect(paths.filter((path) => path.startsWith('/account/autora'))).toHaveLength(ids.length);
  expect(text.match(/<lastmod>\d{4}-\d\d-\d\dT/g)?.length).toBeGreaterThanOrEqual(4 * ids.length);

  // In parts it is the same, each page in one of them.
  const parts = await Promise.all(listSitemapFiles(3).map(getSitemapEntries));
  expect(parts.filter((part) => part.length > 0).length).toBeGreaterThan(8);
  const inParts = parts.flat().map(({ path }) => path);
  expect(inParts.toSorted()).toEqual(paths.filter((path) => /^\/(p|account)\//.test(path)).toSorted());
});

test('followers are paginated without repetition, even with equal times', async () => {
  const creator = await createUser(sql);
  as(creator);
  await sql`insert into follows (follower_id, following_id, created_at)
    select id, ${creator}, '2026-01-01T10:00:00.123456Z'::timestamptz + (n / 60) * interval '1 hour'
    from unnest(${ids.slice(0, 170)}::uuid[]) with ordinality p(id, n)`;
  const seen: string[] = [];
  for (let next: string | null = null, turn = 0; turn === 0 || (next !== null && turn < 9); turn++) {
    const page = await listFollowers(creator, next);
    seen.push(...page.followers.map(({ id }) => id));
    next = page.next;
  }
  const all = await sql`select follower_id from follows where following_id = ${creator}
    order by created_at desc, follower_id`;
  expect(seen).toEqual(all.map((row) => row.follower_id));
  const first = await listFollowers(creator, 'no,cursor_x');
  expect(first.followers.map(({ id }) => id)).toEqual(seen.slice(0, 50));
});

test('a library of 300 products is paginated without repetition', async () => {
  const person = await createUser(sql);
  as(person);
  await sql`with nuevos as (
      insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id)
      select 'Estante ' || n, 'estante-' || n, 10, '/media/portadas/p.webp', 'plugin', 'approved', ${ids[0] ?? ''}
      from generate_series(1, 300) n returning id)
    insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name, created_at)
    select ${person}, id, 'gratis', 0, 'Jugador_1', '2026-01-01T10:00:00.5Z'::timestamptz + (row_number() over () / 7) * interval '1 hour'
    from nuevos`;
  const seen: string[] = [];
  for (let next: string | null = null, turn = 0; turn === 0 || next !== null; turn++) {
    const page = await getLibrary('es', next, turn === 0 ? 20 : 200);
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  const all = await sql`select id from adquisiciones where user_id = ${person} order by created_at desc, id`;
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('a creator of many products finds each by name, and a product shows all its bundles', async () => {
  const creator = await createUser(sql);
  as(creator);
  const first = await createProduct(sql, {
    usuario_id: creator,
    slug: 'muchos-packs',
    nombre: 'Zeta Última',
    nombre_en: 'Omega',
  });
  await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, "DLC")
    select 'Obra ' || lpad(n::text, 5, '0'), 'obra-' || n, 10, '/media/portadas/p.webp', 'plugin',
      case when n % 10 = 0 then 'pending' else 'approved' end, ${creator}, n = 7
    from generate_series(1, 3000) n`;
  await sql`update productos set archivado_at = now() where slug = 'obra-11'`;
  await createProduct(sql, { nombre: 'Zeta ajena' });
  const obras = (...numbers: number[]) => numbers.map((number) => `Obra ${String(number).padStart(5, '0')}`);
  const names = (choices: Array<{ name: string }>) => choices.map(({ name }) => name);
  const start = await findOwnChoices('es', { use: 'pack' });
  const upTo22 = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23];
  expect([names(start.found), start.chosen, start.isMore]).toEqual([obras(...upTo22), [], true]);

  const found = await findOwnChoices('es', { use: 'pack', text: ' ultima ', chosen: [start.found[0]?.id as string] });
  expect([names(found.found), names(found.chosen), found.isMore]).toEqual([['Zeta Última'], obras(1), false]);
  expect(names((await findOwnChoices('en', { use: 'pack', text: 'omega' })).found)).toEqual(['Omega']);
  expect((await findOwnChoices('es', { use: 'pack', text: 'zeta', without: first })).found).toEqual([]);
  // Products in review can be extended; extensions and delisted products cannot.
  expect(names((await findOwnChoices('es', { use: 'base' })).found)).toEqual(
    obras(1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22),
  );
  expect(names((await findOwnChoices('es', { use: 'pack', text: '%' })).found)).toEqual([]);
  // A selected product stays visible, and so removable, when it can no longer be selected.
  const [away, taken] = [
    await createProduct(sql, { usuario_id: creator, nombre: 'Guardada', archivado_at: new Date() }),
    await createProduct(sql, { usuario_id: creator, nombre: 'Retirada', status: 'rejected', DLC: true }),
  ];
  for (const use of ['pack', 'base'] as const) {
    const kept = await findOwnChoices('es', { use, chosen: [away, taken] });
    expect([names(kept.chosen), names(kept.found)]).toEqual([
      ['Guardada', 'Retirada'],
      expect.not.arrayContaining(names(kept.chosen)),
    ]);
    expect(names((await findOwnChoices('es', { use, chosen: [away, taken], without: away })).chosen)).toEqual([
      'Retirada',
    ]);
    expect((await findOwnChoices('es', { use, text: 'Guardada' })).found).toEqual([]);
  }
  as(await createUser(sql));
  const strangers = await findOwnChoices('es', { use: 'pack', text: 'Obra', chosen: [first, away] });
  expect(strangers).toEqual({ found: [], chosen: [], isMore: false });
  as(creator);

  await sql`with packs as (
      insert into bundles (nombre, precio) select 'Pack ' || n, 25 from generate_series(1, 1010) n returning id)
    insert into bundles_productos (bundle_id, producto_id) select id, ${first}::uuid from packs`;
  const product = await getProductBySlug('es', 'muchos-packs');
  expect(product?.bundles).toHaveLength(1_010);
  expect(product?.bundles[0]?.products).toMatchObject([{ slug: 'muchos-packs' }]);
});

test('a data export contains every charge, and a conversation every message', async () => {
  const person = await createUser(sql);
  as(person);
  const [subscription] = await sql`insert into suscripciones
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at)
    values (${person}, 'sub_largo', 'monthly', 'terminada', now(), now() + interval '1 day', now(), now()) returning id`;
  await sql`insert into cargos_club (user_id, suscripcion_id, factura_proveedor, plan, periodo_inicio, periodo_fin,
      centimos, iva_centimos, estado, visto_at)
    select ${person}, ${subscription?.id}, 'in_' || n, 'monthly', now(), now() + interval '1 day', 100, 10, 'fallido', now()
    from generate_series(1, ${many}) n`;
  const charges = await exportCharges(person);
  expect(new Set(charges.map((charge) => JSON.stringify(charge))).size).toBe(many);

  const product = await createProduct(sql, { usuario_id: person });
  await sql`insert into mensajes_revision (producto_id, autor_id, texto)
    select ${product}, ${person}, 'Mensaje ' || n from generate_series(1, ${many}) n`;
  const messages = await listReviewMessages(product);
  expect(messages.map(({ text }) => text)).toEqual(Array.from({ length: many }, (_, index) => `Mensaje ${index + 1}`));
});

test('an admin reaches the oldest case by pagination', async () => {
  as(await createUser(sql, { role: 'admin' }));
  await sql`insert into casos_admin (tipo, clave, datos)
    select 'sin_aclarar', 'largo:' || n, '{}' from generate_series(1, ${many}) n`;
  const seen: number[] = [];
  for (let before: number | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof listCases>> = await listCases(false, before);
    seen.push(...page.cases.map(({ id }) => id));
    before = page.next;
  }
  expect(seen.length).toBeGreaterThanOrEqual(many);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});
