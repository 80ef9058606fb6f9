import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { upgradePrice } from '@/lib/pricing';
import {
  buy,
  createBundle,
  createCoupon,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  openDispute,
  openPayment,
  refundAll,
  reportReversals,
  winDispute,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Line = { concepto: string; centimos: number; nombre?: string };
type Quote = {
  ok: boolean;
  error?: string;
  total_centimos: number;
  lineas: Line[];
  falta_base?: { slug: string } | null;
};

const quote = (who: string, what: Record<string, unknown>) =>
  db.callAs(who, 'cotizar_compra', what) as unknown as Promise<Quote>;
const euros = (cents: number | null) => (cents === null ? null : cents / 100);
const give = (user: string, producto: string, edicion: string | null, origen = 'gratis') =>
  sql`insert into adquisiciones (user_id, producto_id, edicion_id, origen, precio_pagado)
    values (${user}, ${producto}, ${edicion}, ${origen}, 0)`;
const stateOf = async (payment: { id: string }) => {
  const [row] = await sql`select p.estado, array_agg(a.revocada_at is null) as vigentes
    from pagos p join adquisiciones a on a.pago_id = p.id where p.id = ${payment.id} group by p.id`;
  return [row?.estado, ...(row?.vigentes ?? [])];
};
// Members of these tests have no subscription.
const brokenBooks = async () =>
  (await sql`select nombre, ejemplos from privado.invariantes() where cuenta > 0 and nombre not like 'club_%'`).map(
    ({ nombre, ejemplos }) => ({
      nombre,
      ejemplos,
    }),
  );

/** A product of 9.99 with an edition of 19.99. */
async function createTiers(change: Record<string, unknown> = {}) {
  const producto = await createProduct(sql, { precio: 9.99, ...change });
  const edicion = await createEdition(sql, producto, { nombre: 'Deluxe', nombre_en: 'Grand', precio: 19.99 });
  return { producto, edicion };
}
const asked = ({ producto, edicion }: { producto: string; edicion: string | null }, rest = {}) => ({
  p_producto: producto,
  p_edicion: edicion,
  ...rest,
});

describe('a better edition', () => {
  test('costs the difference to the owned edition, as a separate line before the percentages', async () => {
    const tiers = await createTiers();
    const [member, stranger] = [await createUser(sql, { club: true }), await createUser(sql)];
    await buy(db, member, { producto: tiers.producto });
    expect((await quote(member, asked(tiers, { p_metodo: 'paypal' }))).lineas).toEqual([
      { concepto: 'base', centimos: 1999 },
      { concepto: 'mejora', centimos: -999, nombre: 'Base' },
      { concepto: 'club', centimos: -300, porcentaje: 30 },
      { concepto: 'recargo_paypal', centimos: 56, porcentaje: 8 },
    ]);
    expect((await quote(stranger, asked(tiers))).lineas).toEqual([{ concepto: 'base', centimos: 1999 }]);
    const upgrade = await buy(db, member, tiers);
    expect(upgrade.cents).toBe(700);
    expect(await quote(member, asked(tiers))).toMatchObject({ ok: false, error: 'ya_lo_tienes' });
    const [share] = await sql`select sum(m.centimos)::int as centimos from movimientos_ingresos m
      join adquisiciones a on a.id = m.adquisicion_id where a.pago_id = ${upgrade.id}`;
    expect(share?.centimos).toBe(140);
    const [owner] = await sql`select usuario_id from productos where id = ${tiers.producto}`;
    const { ventas } = (await db.callAs(owner?.usuario_id, 'mis_ventas', {})) as unknown as { ventas: object[] };
    const amounts = { precio_centimos: 1999, mejora_centimos: -999, club_centimos: -300, pagado_centimos: 700 };
    expect(ventas[0]).toMatchObject({ ...amounts, parte_centimos: 140 });
  });

  test('deducts the current price of the owned edition, or of the dearest of several', async () => {
    const tiers = await createTiers({ oferta: 4.99 });
    const third = await createEdition(sql, tiers.producto, { nombre: 'Ultimate', precio: 30, oferta: 25 });
    const buyer = await createUser(sql);
    await buy(db, buyer, { producto: tiers.producto });
    expect((await quote(buyer, asked(tiers))).total_centimos).toBe(1500);
    await buy(db, buyer, tiers);
    expect((await quote(buyer, asked({ ...tiers, edicion: third }))).lineas).toEqual([
      { concepto: 'base', centimos: 3000 },
      { concepto: 'oferta', centimos: -500, porcentaje: 17 },
      { concepto: 'mejora', centimos: -1999, nombre: 'Deluxe', nombre_en: 'Grand' },
    ]);
  });

  test('deducts nothing for a licence lent by the Club, of another product, or for another recipient', async () => {
    const [tiers, others] = [await createTiers(), await createTiers()];
    const [member, friend] = [await createUser(sql), await createUser(sql)];
    await give(member, tiers.producto, null, 'club');
    await give(member, others.producto, null);
    expect((await quote(member, asked(tiers))).total_centimos).toBe(1999);
    await give(friend, tiers.producto, null);
    expect((await quote(member, asked(tiers, { p_destinatario: friend }))).total_centimos).toBe(1999);
    await give(member, tiers.producto, null);
    expect((await quote(member, asked(tiers, { p_destinatario: friend }))).total_centimos).toBe(1999);
  });

  test('is never negative, never dearer than without the deduction, and costs the displayed price', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          owned: fc.integer({ min: 0, max: 3000 }),
          wanted: fc.integer({ min: 1, max: 3000 }),
          ownedOffer: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null }),
          wantedOffer: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null }),
          club: fc.boolean(),
          coupon: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
          p_metodo: fc.constantFrom('tarjeta', 'paypal', 'uncoins'),
        }),
        async ({ owned, wanted, club, coupon, p_metodo, ...rest }) => {
          const ownedOffer = rest.ownedOffer !== null && rest.ownedOffer < owned ? rest.ownedOffer : null;
          const wantedOffer = rest.wantedOffer !== null && rest.wantedOffer < wanted ? rest.wantedOffer : null;
          const producto = await createProduct(sql, { precio: euros(owned), oferta: euros(ownedOffer) });
          const edicion = await createEdition(sql, producto, { precio: euros(wanted), oferta: euros(wantedOffer) });
          const p_cupon = coupon === null ? null : await createCoupon(sql, producto, { percent_discount: coupon });
          const [owner, stranger] = [await createUser(sql, { club }), await createUser(sql, { club })];
          await give(owner, producto, null);
          const what = { p_producto: producto, p_edicion: edicion, p_metodo, p_cupon };
          const [mine, plain] = [await quote(owner, what), await quote(stranger, what)];
          if (wanted < owned) {
            expect(mine).toEqual({ ok: false, error: 'tienes_superior' });
            return;
          }
          expect(mine.total_centimos).toBeGreaterThanOrEqual(0);
          expect(mine.total_centimos).toBeLessThanOrEqual(plain.total_centimos);
          expect(mine.lineas.reduce((sum, line) => sum + line.centimos, 0)).toBe(mine.total_centimos);
          if (coupon === null && p_metodo !== 'paypal') {
            const shown = upgradePrice(
              { priceCents: wanted, offerCents: wantedOffer },
              [{ priceCents: owned, offerCents: ownedOffer }],
              club ? 30 : 0,
            );
            expect(shown.cents).toBe(mine.total_centimos);
            expect(shown.creditCents).toBe(
              0 - (mine.lineas.find(({ concepto }) => concepto === 'mejora')?.centimos ?? 0),
            );
          }
        },
      ),
      { numRuns: 40 },
    ));
});

describe('the refund of', () => {
  test('an upgrade keeps the lower edition', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    await refundAll(db, upgrade);
    expect([await stateOf(base), await stateOf(upgrade)]).toEqual([
      ['entregado', true],
      ['reembolsado', false],
    ]);
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition refunds later upgrades step by step', async () => {
    const tiers = await createTiers();
    const third = await createEdition(sql, tiers.producto, { nombre: 'Ultimate', precio: 30 });
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    const top = await buy(db, buyer, { ...tiers, edicion: third });
    const unrelated = await createTiers();
    for (const [who, goods] of [
      [buyer, unrelated],
      [await createUser(sql), tiers],
    ] as const) {
      await buy(db, who, { producto: goods.producto });
      await buy(db, who, goods);
    }
    await refundAll(db, base);
    const ordered = () => sql`select pago_id from reembolsos where estado = 'pedido'`;
    expect((await ordered()).map(({ pago_id }) => pago_id)).toEqual([upgrade.id]);
    expect(await brokenBooks()).toEqual([]);
    await refundAll(db, upgrade);
    await refundAll(db, top);
    for (const payment of [base, upgrade, top]) expect(await stateOf(payment)).toEqual(['reembolsado', false]);
    expect(await ordered()).toEqual([]);
    expect(await brokenBooks()).toEqual([]);
  });

  test.each(['the base', 'the cheaper upgrade', 'the dearer upgrade'])(
    '%s, of two upgrades from one base that were opened together and paid the cheaper first',
    async (refunded) => {
      const user = await createUser(sql);
      const tiers = await createTiers();
      const ultimate = await createEdition(sql, tiers.producto, { nombre: 'Ultimate', precio: 29.99 });
      const base = await buy(db, user, { producto: tiers.producto });
      const dearer = await openPayment(db, user, { producto: tiers.producto, edicion: ultimate });
      const cheaper = await openPayment(db, user, { producto: tiers.producto, edicion: tiers.edicion });
      // Each costs what its page said.
      expect([cheaper.cents, dearer.cents]).toEqual([1000, 2000]);
      for (const payment of [cheaper, dearer])
        expect(await deliver(db, payment)).toMatchObject({ estado: 'entregado' });
      const payments = { 'the base': base, 'the cheaper upgrade': cheaper, 'the dearer upgrade': dearer };
      await refundAll(db, payments[refunded as keyof typeof payments]);
      if (refunded === 'the base') {
        const orders = await sql`select p.id, p.referencia as reference, p.total_centimos as cents from pagos p
          join reembolsos r on r.pago_id = p.id where p.user_id = ${user} and r.estado = 'pedido'`;
        expect(orders.map(({ id }) => id).sort()).toEqual([cheaper.id, dearer.id].sort());
        for (const payment of [cheaper, dearer]) await refundAll(db, payment);
      }
      const left = await sql`select pago_id from adquisiciones where user_id = ${user} and revocada_at is null`;
      const kept = Object.entries(payments).filter(([name]) => refunded !== 'the base' && name !== refunded);
      expect(left.map(({ pago_id }) => pago_id).sort()).toEqual(kept.map(([, { id }]) => id).sort());
      expect(await brokenBooks()).toEqual([]);
    },
  );

  test('two upgrades of one buyer at once ends in no deadlock', { tags: 'nightly' }, async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    await buy(db, buyer, { producto: tiers.producto });
    const bought = [await buy(db, buyer, tiers)];
    for (const precio of [30, 40]) {
      const edicion = await createEdition(sql, tiers.producto, { precio });
      bought.push(await buy(db, buyer, { ...tiers, edicion }));
    }
    const [first, ...others] = bought.sort((one, two) => (one.id < two.id ? -1 : 1));
    const waiting = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    let refunds: Promise<unknown> = Promise.resolve();
    await sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`select from pagos where id = ${String(first?.id)} for no key update`;
      refunds = Promise.all(others.map((payment) => refundAll(db, payment)));
      await expect.poll(waiting).toBe(2);
    });
    await refunds;
    for (const payment of others) expect(await stateOf(payment)).toEqual(['reembolsado', false]);
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition refunds coins at once, and revokes free upgrades', async () => {
    for (const coupon of [undefined, 100]) {
      const tiers = await createTiers();
      const buyer = await createUser(sql);
      await giveCoins(sql, buyer, 5000);
      const base = await buy(db, buyer, { producto: tiers.producto });
      const cupon = coupon && (await createCoupon(sql, tiers.producto, { percent_discount: coupon }));
      const answer = await createPayment(db, buyer, { ...tiers, metodo: 'uncoins', ...(cupon ? { cupon } : {}) });
      expect(answer).toMatchObject({ ok: true, total_centimos: coupon ? 0 : 1000 });
      await refundAll(db, base);
      expect(await stateOf({ id: String(answer.pago_id) })).toEqual(['reembolsado', false]);
      const [account] = await sql`select uncoins from usuarios_meta where id = ${buyer}`;
      expect(Number(account?.uncoins)).toBe(5000);
    }
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition that fails later restores free upgrades, and no others', async () => {
    const tiers = await createTiers();
    const third = await createEdition(sql, tiers.producto, { nombre: 'Ultimate', precio: 30 });
    const [buyer, other] = [await createUser(sql), await createUser(sql)];
    const base = await buy(db, buyer, { producto: tiers.producto });
    await sql`update ediciones set oferta = 9 where id in (${tiers.edicion}, ${third})`;
    const claim = async (who: string, edicion: string) => ({
      id: String((await createPayment(db, who, { ...tiers, edicion })).pago_id),
    });
    const upgrade = await claim(buyer, tiers.edicion);
    const top = await claim(buyer, third);
    const foreign = await buy(db, other, { producto: tiers.producto });
    const theirs = await claim(other, tiers.edicion);
    await refundAll(db, foreign);
    await refundAll(db, base);
    for (const one of [upgrade, top]) expect(await stateOf(one)).toEqual(['reembolsado', false]);
    const failed = { referencia: `re_${base.id}`, estado: 'fallido' as const, centimos: base.cents };
    await reportReversals(db, base, { reembolsos: [failed] });
    for (const one of [base, upgrade, top]) expect(await stateOf(one)).toEqual(['entregado', true]);
    expect(await stateOf(theirs)).toEqual(['reembolsado', false]);
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition keeps the upgrade during a dispute, or with another licence of that edition', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    const dispute = await openDispute(db, base);
    expect(await stateOf(upgrade)).toEqual(['entregado', true]);
    expect(await brokenBooks()).toEqual([]);
    await winDispute(db, base, dispute);
    await give(buyer, tiers.producto, null);
    await refundAll(db, base);
    expect(await stateOf(upgrade)).toEqual(['entregado', true]);
    expect(await sql`select from reembolsos where pago_id = ${upgrade.id}`).toHaveLength(0);
    expect(await brokenBooks()).toEqual([]);
  });

  test.each([
    ['es', 'Se ha devuelto la edición de la que partía esta mejora.'],
    ['en', 'The edition that this upgrade was based on was refunded.'],
  ])(
    'the lower edition refunds the upgrade with a reason in the language of its buyer (%s)',
    async (idioma, motivo) => {
      const tiers = await createTiers();
      const buyer = await createUser(sql, { idioma });
      const base = await buy(db, buyer, { producto: tiers.producto });
      const upgrade = await buy(db, buyer, tiers);
      await refundAll(db, base);
      expect(await sql`select motivo from reembolsos where pago_id = ${upgrade.id}`).toEqual([{ motivo }]);
      await refundAll(db, upgrade);
    },
  );

  test('the lower edition by a lost dispute refunds the upgrade', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    const referencia = await openDispute(db, base);
    await reportReversals(db, base, {
      disputas: [
        { referencia, fase: 'perdida', centimos: base.cents, version: 2, abierta_at: new Date().toISOString() },
      ],
    });
    expect(await sql`select from reembolsos where pago_id = ${upgrade.id} and estado = 'pedido'`).toHaveLength(1);
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition during a dispute of the upgrade refunds it once the dispute is won', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    const dispute = await openDispute(db, upgrade);
    await refundAll(db, base);
    const refunds = () => sql`select centimos, estado from reembolsos where pago_id = ${upgrade.id}`;
    expect(await refunds()).toEqual([]);
    await winDispute(db, upgrade, dispute);
    expect(await refunds()).toEqual([{ centimos: 1000, estado: 'pedido' }]);
    expect(await brokenBooks()).toEqual([]);
    await refundAll(db, upgrade);
    expect(await stateOf(upgrade)).toEqual(['reembolsado', false]);
  });

  test('neither edition is made if the disputes of both are won', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await buy(db, buyer, tiers);
    const disputes = [await openDispute(db, base), await openDispute(db, upgrade)] as const;
    await winDispute(db, upgrade, disputes[1]);
    await winDispute(db, base, disputes[0]);
    expect([await stateOf(base), await stateOf(upgrade)]).toEqual([
      ['entregado', true],
      ['entregado', true],
    ]);
    expect(await sql`select from reembolsos where pago_id = ${upgrade.id}`).toHaveLength(0);
    expect(await brokenBooks()).toEqual([]);
  });

  test('the lower edition takes nothing off an upgrade while its money is on its way', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await openPayment(db, buyer, tiers);
    const report = (estado: 'pendiente' | 'fallido') =>
      reportReversals(db, base, { reembolsos: [{ referencia: `re_${base.id}`, estado, centimos: base.cents }] });
    await report('pendiente');
    expect((await quote(buyer, asked(tiers))).total_centimos).toBe(1999);
    expect(await deliver(db, upgrade)).toMatchObject({ error: 'no_entregable', motivo: 'sin_edicion_previa' });
    await report('fallido');
    expect((await quote(buyer, asked(tiers))).total_centimos).toBe(1000);
  });

  test('a part of the lower edition takes nothing from an upgrade', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await openPayment(db, buyer, tiers);
    await reportReversals(db, base, { reembolsos: [{ referencia: 're_part', estado: 'pendiente', centimos: 998 }] });
    expect(await deliver(db, upgrade)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('the lower edition before the payment of the upgrade refunds that payment', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const base = await buy(db, buyer, { producto: tiers.producto });
    const upgrade = await openPayment(db, buyer, tiers);
    await refundAll(db, base);
    expect(await deliver(db, upgrade)).toMatchObject({ error: 'no_entregable', motivo: 'sin_edicion_previa' });
    await refundAll(db, upgrade);
    expect(await brokenBooks()).toEqual([]);
  });
});

describe('a bundle', () => {
  test('grants and charges missing products only', async () => {
    const creator = await createUser(sql);
    const products: string[] = [];
    for (const precio of [10, 8, 5]) products.push(await createProduct(sql, { usuario_id: creator, precio }));
    const [first, ...missing] = products as [string, string, string];
    const edicion = await createEdition(sql, first, { precio: 20 });
    const bundle = await createBundle(sql, products, { precio: 20 });
    const buyer = await createUser(sql);
    // Any edition has the product.
    const base = await buy(db, buyer, { producto: first, edicion });
    const pack = await buy(db, buyer, { bundle });
    expect(pack.cents).toBe(1300);
    const given = await sql`select producto_id from adquisiciones where pago_id = ${pack.id}`;
    expect(given.map(({ producto_id }) => producto_id).sort()).toEqual(missing.sort());
    await refundAll(db, base);
    const left = await sql`select producto_id from adquisiciones where user_id = ${buyer} and revocada_at is null`;
    expect(left).toHaveLength(2);
    expect(await brokenBooks()).toEqual([]);
  });
});

describe('an extension', () => {
  test('shows the missing base to its buyer only', async () => {
    const creator = await createUser(sql);
    const base = await createProduct(sql, { usuario_id: creator, slug: 'la-base' });
    const extension = await createProduct(sql, { usuario_id: creator, base_id: base, DLC: true, category: 'dlc' });
    const both = await createBundle(sql, [base, extension]);
    const [buyer, friend] = [await createUser(sql), await createUser(sql)];
    const missing = async (what: Record<string, unknown>) => (await quote(buyer, what)).falta_base?.slug ?? null;
    expect(await missing({ p_producto: extension })).toBe('la-base');
    expect(await db.callAnon('cotizar_compra', { p_producto: extension })).toMatchObject({
      ok: true,
      falta_base: null,
    });
    expect(await missing({ p_producto: null, p_bundle: both })).toBeNull();
    expect(await missing({ p_producto: extension, p_destinatario: friend })).toBeNull();
    expect(await missing({ p_producto: base })).toBeNull();
    await give(buyer, base, null, 'club');
    expect(await missing({ p_producto: extension })).toBeNull();
  });
});

describe('an edition below the owned one', () => {
  const refused = { ok: false, error: 'tienes_superior' };

  test('is neither quoted nor sold, however the higher one was acquired', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          // Steps that are worth a card payment.
          prices: fc.uniqueArray(
            fc.integer({ min: 1, max: 50 }).map((step) => step * 100),
            { minLength: 3, maxLength: 3 },
          ),
          owned: fc.nat(2),
          wanted: fc.nat(2),
          origen: fc.constantFrom('compra', 'regalo', 'codigo', 'gratis', 'club'),
        }),
        async ({ prices, owned, wanted, origen }) => {
          fc.pre(owned !== wanted);
          const producto = await createProduct(sql, { precio: euros(prices[0] as number) });
          const editions: Array<string | null> = [null];
          for (const price of prices.slice(1)) {
            editions.push(await createEdition(sql, producto, { precio: euros(price) }));
          }
          const buyer = await createUser(sql);
          await give(buyer, producto, editions[owned] ?? null, origen);
          const edicion = editions[wanted] ?? null;
          const isLower = origen !== 'club' && (prices[wanted] as number) < (prices[owned] as number);
          const started = await createPayment(db, buyer, edicion ? { producto, edicion } : { producto });
          const answers = [await quote(buyer, asked({ producto, edicion })), started];
          for (const { ok, error } of answers) expect({ ok, error }).toMatchObject(isLower ? refused : { ok: true });
        },
      ),
      { numRuns: 30 },
    ));

  test('of the same price is sold without a deduction', async () => {
    const tiers = await createTiers();
    const twin = await createEdition(sql, tiers.producto, { nombre: 'Twin', precio: 19.99 });
    const buyer = await createUser(sql);
    await give(buyer, tiers.producto, tiers.edicion);
    expect((await quote(buyer, asked({ ...tiers, edicion: twin }))).lineas).toEqual([
      { concepto: 'base', centimos: 1999 },
    ]);
  });

  test('can be given to a person without one, but not to an owner of the higher one', async () => {
    const tiers = await createTiers();
    const [owner, friend, other] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    await give(owner, tiers.producto, tiers.edicion);
    await give(other, tiers.producto, tiers.edicion);
    const base = { producto: tiers.producto };
    expect(await quote(owner, asked({ ...tiers, edicion: null }, { p_destinatario: friend }))).toMatchObject({
      ok: true,
    });
    expect(await createPayment(db, owner, { ...base, destinatario: friend })).toMatchObject({ ok: true });
    expect(await createPayment(db, owner, { ...base, destinatario: other })).toMatchObject(refused);
  });

  test('is refunded if the higher one was paid in the meantime', async () => {
    const tiers = await createTiers();
    const buyer = await createUser(sql);
    const lower = await openPayment(db, buyer, { producto: tiers.producto });
    await buy(db, buyer, tiers);
    expect(await deliver(db, lower)).toMatchObject({ error: 'no_entregable', motivo: 'tienes_superior' });
    const [refund] = await sql`select centimos from reembolsos where pago_id = ${lower.id}`;
    expect(refund?.centimos).toBe(999);
  });

  test('is refunded as an upgrade, too, if the higher one was paid in the meantime', async () => {
    const tiers = await createTiers();
    const top = await createEdition(sql, tiers.producto, { nombre: 'Ultimate', precio: 30 });
    const buyer = await createUser(sql);
    await buy(db, buyer, { producto: tiers.producto });
    const lower = await openPayment(db, buyer, tiers);
    await buy(db, buyer, { ...tiers, edicion: top });
    expect(await deliver(db, lower)).toMatchObject({ error: 'no_entregable', motivo: 'tienes_superior' });
    // The owned edition has become dearer than the upgrade: it stays one.
    const other = await createTiers();
    await buy(db, buyer, { producto: other.producto });
    const upgrade = await openPayment(db, buyer, other);
    await sql`update productos set precio = 25 where id = ${other.producto}`;
    expect(await deliver(db, upgrade)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('uses up no code, and is not lent by the Club', async () => {
    const tiers = await createTiers({ club_only: true });
    const member = await createUser(sql, { club: true });
    await give(member, tiers.producto, tiers.edicion);
    const [code] = await sql`insert into codigos_canjes (id_producto, codigo)
      values (${tiers.producto}, ${`BASE-${crypto.randomUUID()}`}) returning codigo`;
    const answers = [
      await db.callAs(member, 'ver_codigo', { p_codigo: code?.codigo }),
      await db.callAs(member, 'canjear_codigo', { p_codigo: code?.codigo, p_minecraft_name: 'Jugadora1' }),
      await db.callAs(member, 'reclamar_con_club', { p_producto: tiers.producto, p_minecraft_name: 'Jugadora1' }),
    ];
    expect(answers.map(({ error }) => error)).toEqual(['ya_lo_tienes', 'ya_lo_tienes', 'ya_lo_tienes']);
  });
});
