import { createHash, randomUUID } from 'node:crypto';
import { consentVersion } from '@/lib/checkout/consent';
import {
  buy,
  createCoupon,
  createOwnCoupon,
  createPayment,
  createProduct,
  createUser,
  deliver,
  givePassword,
  openDispute,
  refundAll,
  winDispute,
} from './factories.ts';
import type { TestDatabase } from './harness.ts';
import { addAction, addServer, whitelist } from './servers-fixture.ts';

/** Buys a gift that anybody with its link can open. Returns the id of the payment. */
async function giveByLink(db: TestDatabase, giver: string, product: string): Promise<string> {
  const asked = await db.callAs(giver, 'crear_regalo', {
    p_producto: product,
    p_edicion: null,
    p_bundle: null,
    p_metodo: 'tarjeta',
    p_cupon: null,
    p_destinatario: '00000000-0000-0000-0000-000000000000',
    p_mensaje: null,
    p_fecha_entrega: null,
    p_clave: randomUUID(),
    p_consentimiento: consentVersion,
    p_serie: randomUUID(),
    p_huella: createHash('sha256').update(randomUUID()).digest('hex'),
  });
  const payment = { id: String(asked.pago_id), reference: `cs_${randomUUID()}`, cents: Number(asked.total_centimos) };
  await db.callService('vincular_pago', { p_pago: payment.id, p_proveedor: 'stripe', p_referencia: payment.reference });
  await deliver(db, payment);
  return payment.id;
}

/** Creates entries of every kind in the ledgers, by the functions that the shop calls. */
export async function createBusyShop(db: TestDatabase) {
  const { sql } = db;
  await sql`update configuracion_global set dias_retencion = 0`;
  const [creator, admin, buyer, friend, member] = await Promise.all([
    createUser(sql),
    createUser(sql, { role: 'admin' }),
    createUser(sql),
    createUser(sql),
    createUser(sql),
  ]);
  const product = await createProduct(sql, { usuario_id: creator, precio: 100, unidades: 8 });
  const exclusive = await createProduct(sql, { usuario_id: creator, club_only: true });
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 3000, precio: 20 });

  await db.callAs(creator, 'crear_webhook', { p_url: 'https://bot.example', p_temas: ['sale'] });
  // The check of webhooks skips sales in the first minute of an address.
  await sql`update destinos_webhook set desde = now() - interval '1 hour'`;
  const sale = await buy(db, buyer, { producto: product });
  const gift = await buy(db, buyer, { producto: product, destinatario: friend });
  const [linked, expired] = [await giveByLink(db, buyer, product), await giveByLink(db, buyer, product)];
  await sql`update enlaces_regalo set caduca_at = now() where pago_id = ${expired}`;
  await db.callService('caducar_regalo', { p_pago: expired });
  const coupon = await createCoupon(sql, product, { usos_max: 1, usos_por_usuario: 1 });
  const discounted = await buy(db, member, { producto: product, cupon: coupon });
  await createOwnCoupon(db, creator, product, { p_codigo: 'DE-LA-CASA' });
  const ownCoupon = await buy(db, await createUser(sql), { producto: product, cupon: 'DE-LA-CASA' });
  const other = await createProduct(sql, { usuario_id: creator, precio: 50 });
  await addServer(db, creator);
  await addAction(db, creator, other, whitelist);
  await sql`update acciones_servidor set created_at = now() - interval '1 hour'`;
  await sql`update servidores set created_at = now() - interval '1 hour'`;
  const refunded = await buy(db, buyer, { producto: other });
  await refundAll(db, refunded);
  const disputed = await buy(db, friend, { producto: other });
  await openDispute(db, disputed);
  const restored = await buy(db, member, { producto: other });
  await winDispute(db, restored, await openDispute(db, restored));

  const topUp = await buy(db, buyer, { producto: pack });
  const lostTopUp = await buy(db, friend, { producto: pack });
  await refundAll(db, lostTopUp);
  const inCoins = await createPayment(db, buyer, {
    producto: await createProduct(sql, { usuario_id: creator }),
    metodo: 'uncoins',
  });
  const code = `CANJE-${randomUUID().slice(0, 8)}`;
  const coded = await createProduct(sql, { usuario_id: creator });
  await sql`insert into codigos_canjes (codigo, id_producto) values (${code}, ${coded})`;
  const redeemed = await db.callAs(friend, 'canjear_codigo', { p_codigo: code, p_minecraft_name: 'jugador_1' });

  const now = Date.now();
  const month = (n: number) => new Date(now + n * 30 * 86_400_000).toISOString();
  await db.callService('aplicar_suscripcion', {
    p_usuario: member,
    p_referencia: `sub_${randomUUID()}`,
    p_plan: 'monthly',
    p_estado: 'activa',
    p_periodo_inicio: month(-0.1),
    p_periodo_fin: month(0.9),
    p_visto_at: new Date(now).toISOString(),
    p_cargos: sql.json([
      {
        factura: `in_${randomUUID()}`,
        desde: month(-0.1),
        hasta: month(0.9),
        centimos: 390,
        moneda: 'eur',
        estado: 'pagado',
        devuelto_centimos: 0,
        perdido: false,
        pagado_at: month(-0.1),
      },
    ]),
  });
  await db.callAs(member, 'reclamar_con_club', { p_producto: exclusive, p_minecraft_name: 'jugador_1' });

  await db.callAs(buyer, 'escribir_resena', { p_producto: product, p_estrellas: 4, p_texto: 'Bien' });
  await db.asUser(buyer, (own) => own`insert into follows (follower_id, following_id) values (${buyer}, ${creator})`);
  await db.asUser(buyer, (own) => own`insert into favoritos (user_id, producto_id) values (${buyer}, ${product})`);

  const ask = async (p_centimos: number) =>
    String(
      (
        await db.callAs(creator, 'pedir_retiro', {
          p_paypal_email: 'ana@correo.es',
          p_centimos,
          p_clave: randomUUID(),
        })
      ).retiro_id,
    );
  const approve = (p_retiro: string) =>
    db.callAs(admin, 'resolver_retiro', { p_retiro, p_aprobar: true, p_motivo: null });
  const [paid, waiting, asked, rejected] = [await ask(1000), await ask(600), await ask(500), await ask(700)];
  await approve(paid);
  await db.callService('preparar_envio', { p_retiro: paid });
  await db.callService('anotar_lote', { p_retiro: paid, p_lote: 'LOTE1' });
  await db.callService('cerrar_retiro', {
    p_retiro: paid,
    p_estado: 'pagado',
    p_referencia: 'ITEM1',
    p_motivo: null,
  });
  await approve(waiting);
  await db.callService('preparar_envio', { p_retiro: waiting });
  await db.callAs(admin, 'resolver_retiro', { p_retiro: rejected, p_aprobar: false, p_motivo: 'No procede' });

  const gone = await createUser(sql);
  await db.callAs(gone, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, gone) });
  await db.callService('registrar_evento', {
    p_proveedor: 'stripe',
    p_evento_id: 'evt_1',
    p_tipo: 'ping',
    p_payload: '{}',
  });
  await db.callService('cerrar_evento', { p_proveedor: 'stripe', p_evento_id: 'evt_1' });
  await db.callService('abrir_caso', { p_tipo: 'sin_aclarar', p_clave: 'uno', p_pago: null, p_datos: '{}' });
  await db.callAs(admin, 'resolver_caso', {
    p_caso: (await sql`select id from casos_admin where clave = 'uno'`)[0]?.id,
    p_nota: 'Mirado',
  });
  const order = async (payment: { id: string }) =>
    String((await sql`select id from adquisiciones where pago_id = ${payment.id}`)[0]?.id);
  return {
    admin,
    buyer,
    creator,
    friend,
    member,
    gone,
    product,
    code,
    coupon,
    sale: sale.id,
    gift: gift.id,
    linkedGift: linked,
    expiredGift: expired,
    discounted: discounted.id,
    ownCoupon: ownCoupon.id,
    refunded: refunded.id,
    disputed: disputed.id,
    topUp: topUp.id,
    lostTopUp: lostTopUp.id,
    inCoins: String(inCoins.pago_id),
    saleOrder: await order(sale),
    giftOrder: await order(gift),
    refundedOrder: await order(refunded),
    redeemedOrder: String(redeemed.pedido_id),
    paid,
    waiting,
    asked,
    rejected,
  };
}

export type BusyShop = Awaited<ReturnType<typeof createBusyShop>>;
