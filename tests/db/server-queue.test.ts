import { beforeEach, describe, expect, test } from 'vitest';
import {
  buy,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  givePassword,
  refundAll,
  reportReversals,
} from './factories.ts';
import { openDatabase } from './harness.ts';
import { addAction, addServer, fetchCommands, whitelist } from './servers-fixture.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

let creator: string;
let buyer: string;
let product: string;
let server: { id: string; key: string };

beforeEach(async () => {
  creator = await createUser(sql);
  buyer = await createUser(sql);
  product = await createProduct(sql, { usuario_id: creator });
  server = await addServer(db, creator);
});

const act = (action: object = whitelist, of = product) => addAction(db, creator, of, action);
const fetchAll = (players: object[] = [], key = server.key) => fetchCommands(db, key, players);
const texts = async (players: object[] = []) => (await fetchAll(players)).map(({ orden }) => orden);
const close = (ids: string[], whole = true) =>
  db.callService('cerrar_envio', { p_servidor: server.id, p_ordenes: ids, p_entero: whole });
/** A fetch whose answer was written whole. */
async function run() {
  const commands = await fetchAll();
  await close(commands.map(({ id }) => id));
  return commands.map(({ orden }) => orden);
}
const queue = async () =>
  (
    await sql`select replace(orden, '{username}', jugador) as orden, estado
    from ordenes_servidor o join servidores s on s.id = o.servidor_id
    where s.usuario_id = ${creator} order by o.id`
  ).map(({ orden, estado }) => `${estado} ${orden}`);
const orderOf = async (person = buyer) =>
  String((await sql`select id from adquisiciones where user_id = ${person} order by created_at desc limit 1`)[0]?.id);
const dispute = (payment: { reference: string }, fase: 'abierta' | 'ganada', version: number) =>
  reportReversals(db, payment, {
    disputas: [
      { referencia: `dp_${payment.reference}`, fase, centimos: 1000, version, abierta_at: new Date().toISOString() },
    ],
  });
/** Every ledger invariant holds, as if an hour had passed since everything was set up. */
async function expectBooks() {
  await sql`update acciones_servidor set created_at = created_at - interval '1 hour'`;
  await sql`update servidores set created_at = created_at - interval '1 hour'`;
  const broken =
    await sql`select nombre, ejemplos from privado.invariantes(array['entregas_al_dia', 'entregas_con_ordenes',
    'ordenes_una_vez', 'ordenes_retiradas']) where cuenta > 0`;
  expect(broken).toEqual([]);
}

describe('commands are queued', () => {
  const written = 'esperando whitelist add Jugador_1';

  test('by a purchase in the same transaction', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    expect(await queue()).toEqual([written]);
    await expectBooks();
  });

  test('by no purchase that is rolled back', async () => {
    await act();
    const attempt = sql.begin(async (tx) => {
      // The package types a transaction without its call signature.
      await (tx as unknown as typeof sql)`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
        values (${buyer}, ${product}, 1, 'Ana')`;
      throw new Error('rolled back');
    });
    await expect(attempt).rejects.toThrow('rolled back');
    expect(await queue()).toEqual([]);
  });

  test('by a free claim', async () => {
    await sql`update productos set precio = 0 where id = ${product}`;
    await act();
    expect(await createPayment(db, buyer, { producto: product, metodo: 'gratis' })).toMatchObject({ ok: true });
    expect(await queue()).toEqual([written]);
    await expectBooks();
  });

  test('by a redeem code', async () => {
    await act();
    await sql`insert into codigos_canjes (codigo, id_producto) values ('AAAA-BBBB-CCCC-DDDD', ${product})`;
    const answer = await db.callAs(buyer, 'canjear_codigo', {
      p_codigo: 'AAAA-BBBB-CCCC-DDDD',
      p_minecraft_name: 'Jugador_1',
    });
    expect(answer).toMatchObject({ ok: true });
    expect(await queue()).toEqual([written]);
    await expectBooks();
  });

  test('by an opened gift, for the name of its recipient', async () => {
    await act();
    const friend = await createUser(sql);
    const payment = await buy(db, buyer, { producto: product, destinatario: friend });
    expect(await queue()).toEqual([]);
    expect(await db.callAs(friend, 'abrir_regalo', { p_pago: payment.id, p_minecraft_name: 'Regalada' })).toMatchObject(
      { ok: true },
    );
    expect(await queue()).toEqual(['esperando whitelist add Regalada']);
    await expectBooks();
  });

  test('by a preorder on the day of its release', async () => {
    await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 7 where id = ${product}`;
    await act();
    await buy(db, buyer, { producto: product });
    await db.callService('lanzar_reservas_al_juego');
    expect(await queue()).toEqual([]);
    const other = await createProduct(sql, { usuario_id: creator, reserva: true, fecha_lanzamiento: '2999-01-01' });
    await buy(db, buyer, { producto: other });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id in (${product}, ${other})`;
    expect(await db.callService('lanzar_reservas_al_juego')).toBe(1);
    expect(await db.callService('lanzar_reservas_al_juego')).toBe(0);
    expect(await queue()).toEqual([written]);
    await expectBooks();
  });

  test('by a preorder without a file, which its buyer can cancel until a server has taken them', async () => {
    await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 7, download_link = null
      where id = ${product}`;
    await act();
    const payment = await buy(db, buyer, { producto: product });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
    await db.callService('lanzar_reservas_al_juego');
    const help = () => db.callAs(buyer, 'ayuda_de_compra', { p_pedido: null, p_pago: payment.id });
    expect(await help()).toMatchObject({ regla: 'cancelable' });
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    expect(await help()).toMatchObject({ regla: 'entregado' });
    expect(await db.callAs(buyer, 'cancelar_compra', { p_pago: payment.id })).toMatchObject({
      error: 'no_cancelable',
    });
  });

  test('by a preorder that was released, for a name that comes after its product was postponed', async () => {
    await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 7 where id = ${product}`;
    await act();
    const friend = await createUser(sql);
    const payment = await buy(db, buyer, { producto: product, destinatario: friend });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
    await sql`update productos set fecha_lanzamiento = privado.hoy() + 7 where id = ${product}`;
    await db.callAs(friend, 'abrir_regalo', { p_pago: payment.id, p_minecraft_name: 'Regalada' });
    expect(await queue()).toEqual(['esperando whitelist add Regalada']);
    expect(await db.callService('lanzar_reservas_al_juego')).toBe(0);
    await expectBooks();
  });

  test('by a claim with the Club and by the end of the membership', async () => {
    await act();
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
      values (${buyer}, ${product}, 'club', 0, 'Jugador_1')`;
    await run();
    await sql`select privado.ajustar_club(${buyer})`;
    expect(
      (await sql`select evento from sucesos_licencia where adquisicion_id = ${await orderOf()} order by id`).map(
        ({ evento }) => evento,
      ),
    ).toEqual(['concedida', 'fin_club']);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await expectBooks();
  });
});

describe('a revoked licence', () => {
  test('cancels its pending commands', async () => {
    await act();
    await refundAll(db, await buy(db, buyer, { producto: product }));
    expect(await queue()).toEqual(['cancelada whitelist add Jugador_1']);
    expect(await texts()).toEqual([]);
    await expectBooks();
  });

  test('undoes its executed commands once', async () => {
    await act();
    const payment = await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await refundAll(db, payment);
    await refundAll(db, payment);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    expect(await run()).toEqual([]);
    await expectBooks();
  });

  test('undoes a leased command after its execution', async () => {
    await act();
    const payment = await buy(db, buyer, { producto: product });
    const [out] = await fetchAll();
    await refundAll(db, payment);
    expect(await texts()).toEqual([]);
    await close([String(out?.id)]);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await expectBooks();
  });

  test('does not repeat a leased command that is never acknowledged', async () => {
    await act();
    const payment = await buy(db, buyer, { producto: product });
    await fetchAll();
    await refundAll(db, payment);
    await sql`update ordenes_servidor set arriendo_hasta = now() - interval '1 second' where estado = 'recogida'`;
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await expectBooks();
  });

  test('is restored by a won dispute, without repeating actions that are still valid', async () => {
    await act({
      ...whitelist,
      pasos: [
        { orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' },
        { orden: 'give {username} diamond' },
      ],
    });
    const payment = await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['whitelist add Jugador_1', 'give Jugador_1 diamond']);
    await dispute(payment, 'abierta', 1);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await dispute(payment, 'ganada', 2);
    // The diamond was never taken back.
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await expectBooks();
  });

  test('keeps the actions of its purchase, whatever is added and removed later', async () => {
    const first = await act();
    const payment = await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await db.callAs(creator, 'quitar_accion', { p_accion: first });
    const op = { ...whitelist, eventos: ['concedida', 'devuelta', 'retirada'], pasos: [{ orden: 'op {username}' }] };
    const later = [await act(op), await act({ ...whitelist, destino: 'elegido' })];
    const order = await orderOf();
    expect(await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).toMatchObject({ elegir: null });
    await dispute(payment, 'abierta', 1);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await dispute(payment, 'ganada', 2);
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await buy(db, await createUser(sql), { producto: product, minecraft: 'Segunda' });
    expect(await run()).toEqual(['op Segunda']);
    for (const p_accion of later) await db.callAs(creator, 'quitar_accion', { p_accion });
    await expectBooks();
  });

  test('gets no actions that were added after its purchase, even if its product had none before', async () => {
    const payment = await buy(db, buyer, { producto: product });
    const released = await createProduct(sql, { usuario_id: creator, reserva: true, fecha_lanzamiento: '2999-01-01' });
    const reserved = await buy(db, buyer, { producto: released });
    await sql`update productos set fecha_lanzamiento = privado.hoy() - 1 where id = ${released}`;
    await sql`update adquisiciones set created_at = created_at - interval '1 day' where user_id = ${buyer}`;
    for (const of of [product, released]) await act(whitelist, of);
    for (const each of [payment, reserved]) await dispute(each, 'abierta', 1);
    for (const each of [payment, reserved]) await dispute(each, 'ganada', 2);
    await db.callService('lanzar_reservas_al_juego');
    expect(await queue()).toEqual([]);
    await expectBooks();
  });

  test('gets its commands that never ran when it is restored, once', async () => {
    const once = { ...whitelist, eventos: ['concedida'], repetible: false };
    await act({
      ...once,
      pasos: [{ orden: 'give {username} diamond' }, { orden: 'op {username}', deshacer: 'deop {username}' }],
    });
    await act({ ...once, necesita_jugador: true, pasos: [{ orden: 'give {username} elytra' }] });
    await act({ ...whitelist, necesita_jugador: true });
    await act({ ...once, necesita_jugador: true, pasos: [{ orden: 'give {username} diamond' }] });
    const payment = await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['give Jugador_1 diamond', 'op Jugador_1']);
    for (const version of [1, 3]) {
      await dispute(payment, 'abierta', version);
      if (version === 1) expect(await run()).toEqual(['deop Jugador_1']);
      await dispute(payment, 'ganada', version + 1);
      expect((await queue()).filter((line) => line.startsWith('esperando')).toSorted()).toEqual([
        'esperando give Jugador_1 elytra',
        'esperando whitelist add Jugador_1',
      ]);
      await expectBooks();
    }
    expect((await texts([{ name: 'Jugador_1' }])).toSorted()).toEqual([
      'give Jugador_1 elytra',
      'whitelist add Jugador_1',
    ]);
    const damage = sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`delete from ordenes_servidor where servidor_id = ${server.id} and estado = 'recogida'`;
      const [row] = await tx`select cuenta from privado.invariantes(array['entregas_con_ordenes'])`;
      throw new Error(`missing: ${row?.cuenta}`);
    });
    await expect(damage).rejects.toThrow('missing: 2');
  });

  test('gets no commands back of a server that its creator removed', async () => {
    await act({ ...whitelist, eventos: ['concedida'] });
    const payment = await buy(db, buyer, { producto: product });
    await dispute(payment, 'abierta', 1);
    await db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    await dispute(payment, 'ganada', 2);
    expect(await queue()).toEqual(['cancelada whitelist add Jugador_1']);
    await expectBooks();
  });

  test('of a preorder starts when it is restored after the release', async () => {
    await act();
    await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 7 where id = ${product}`;
    const payment = await buy(db, buyer, { producto: product });
    await dispute(payment, 'abierta', 1);
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
    await dispute(payment, 'ganada', 2);
    await db.callService('lanzar_reservas_al_juego');
    expect(await queue()).toEqual(['esperando whitelist add Jugador_1']);
    await expectBooks();
  });

  test('causes no commands if its dispute is won before the server fetches them', async () => {
    await act();
    const payment = await buy(db, buyer, { producto: product });
    await run();
    await dispute(payment, 'abierta', 1);
    await dispute(payment, 'ganada', 2);
    expect(await run()).toEqual([]);
    await expectBooks();
  });

  test('keeps the actions of another licence of the player until that one ends', async () => {
    const other = await createProduct(sql, { usuario_id: creator });
    await act();
    await act(whitelist, other);
    const first = await buy(db, buyer, { producto: product });
    const second = await buy(db, buyer, { producto: other });
    await run();
    await refundAll(db, first);
    expect(await run()).toEqual([]);
    await refundAll(db, second);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await expectBooks();
  });

  test('keeps the actions of another licence of the player whose name was typed in other case', async () => {
    const other = await createProduct(sql, { usuario_id: creator });
    await act();
    await act(whitelist, other);
    const first = await buy(db, buyer, { producto: product });
    const second = await buy(db, buyer, { producto: other, minecraft: 'jugador_1' });
    await run();
    await refundAll(db, first);
    expect(await run()).toEqual([]);
    await refundAll(db, second);
    expect(await run()).toEqual(['whitelist remove jugador_1']);
    await expectBooks();
  });

  test('is undone with the licence that kept its actions, even if a server had not run those of that one', async () => {
    const other = await createProduct(sql, { usuario_id: creator });
    await act();
    await act(whitelist, other);
    const first = await buy(db, buyer, { producto: product });
    await run();
    const second = await buy(db, buyer, { producto: other });
    await refundAll(db, first);
    await refundAll(db, second);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    expect(await run()).toEqual([]);
    await expectBooks();
  });

  test.each([false, true])(
    'is undone with the last licence that kept its actions, after commands that never ran (last one fetched: %s)',
    async (isFetched) => {
      const agent = await addServer(db, creator, { nombre: 'Agente', tipo: 'agente' });
      const second = await createProduct(sql, { usuario_id: creator });
      const third = await createProduct(sql, { usuario_id: creator });
      for (const of of [product, second, third]) await act({ ...whitelist, destino: 'uno', servidor_id: agent.id }, of);
      const fetchOne = async () => (await fetchCommands(db, agent.key, [], 'agente'))[0];
      const answer = (id: string | undefined, ok: boolean) =>
        db.callService('acusar_ordenes', {
          p_clave: agent.key,
          p_tipo: 'agente',
          p_contacto: {},
          p_resultados: [ok ? { id, ok } : { id, ok, error: 'the player is not there', sin_gastar: true }],
        });
      const ran = await buy(db, buyer, { producto: product });
      await answer((await fetchOne())?.id, true);
      const kept = await buy(db, buyer, { producto: second });
      const never = await fetchOne();
      const last = await buy(db, buyer, { producto: third });
      await refundAll(db, ran);
      await refundAll(db, kept);
      await answer(never?.id, false);
      const out = isFetched ? await fetchOne() : undefined;
      await refundAll(db, last);
      if (out) await answer(out.id, false);
      expect((await fetchOne())?.orden).toBe('whitelist remove Jugador_1');
      expect(await fetchOne()).toBeUndefined();
      await expectBooks();
    },
  );

  test('is executed again after it was covered by another licence and restored', async () => {
    const other = await createProduct(sql, { usuario_id: creator });
    await act();
    await act(whitelist, other);
    const first = await buy(db, buyer, { producto: product });
    const second = await buy(db, buyer, { producto: other });
    await run();
    await dispute(first, 'abierta', 1);
    await refundAll(db, second);
    expect(await run()).toEqual(['whitelist remove Jugador_1']);
    await dispute(first, 'ganada', 2);
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await expectBooks();
  });

  test('is undone once by two concurrent refunds', async () => {
    const other = await createProduct(sql, { usuario_id: creator });
    await act();
    await act(whitelist, other);
    for (let turn = 0; turn < 3; turn++) {
      const [one, two] = [await createUser(sql), await createUser(sql)];
      const payments = [await buy(db, one, { producto: product }), await buy(db, two, { producto: other })];
      expect(await run()).toHaveLength(2);
      await Promise.all(payments.map((payment) => refundAll(db, payment)));
      expect(await run()).toEqual(['whitelist remove Jugador_1']);
    }
    await expectBooks();
  });

  test('of a deleted account leaves no name in the queue', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    await sql`update adquisiciones set minecraft_name = 'borrado' where user_id = ${buyer}`;
    expect(
      await sql`select jugador, orden, estado from ordenes_servidor where adquisicion_id = ${await orderOf()}`,
    ).toMatchObject([{ jugador: 'borrado', orden: '-', estado: 'cancelada' }]);
  });

  test('of a deleted account sends nothing to servers any more', async () => {
    await act({ ...whitelist, eventos: ['concedida', 'lanzada', 'retirada', 'devuelta'] });
    const reserved = await createProduct(sql, { usuario_id: creator, reserva: true, fecha_lanzamiento: '2099-01-01' });
    await act(whitelist, reserved);
    const other = await createProduct(sql, { usuario_id: creator });
    await act(whitelist, other);
    const payment = await buy(db, buyer, { producto: product });
    await buy(db, buyer, { producto: reserved });
    await run();
    // A gift that was never opened has no player yet.
    await buy(db, await createUser(sql), { producto: other, destinatario: buyer });
    const p_contrasena = await givePassword(sql, buyer);
    expect(await db.callAs(buyer, 'borrar_mi_cuenta', { p_contrasena })).toMatchObject({ ok: true });
    expect(await run()).toEqual([]);
    await sql`update productos set fecha_lanzamiento = current_date where id = ${reserved}`;
    await db.callService('lanzar_reservas_al_juego', {});
    await dispute(payment, 'abierta', 1);
    await dispute(payment, 'ganada', 2);
    expect(await run()).toEqual([]);
    const [done] = await sql`select id from ordenes_servidor where servidor_id = ${server.id} and estado = 'hecha'`;
    expect(await db.callAs(creator, 'reenviar_orden', { p_orden: done?.id })).toEqual({
      ok: false,
      error: 'nada_que_reenviar',
    });
    await expectBooks();
  });
});

describe('a fetch of commands', () => {
  test('leases each command to one of many concurrent requests', async () => {
    await act();
    const players = Array.from({ length: 12 }, (_, index) => `Jugador_${index}`);
    for (const minecraft of players) await buy(db, await createUser(sql), { producto: product, minecraft });
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchAll()));
    const ids = answers.flat().map(({ id }) => id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  test('returns released commands at once, and unacknowledged ones after a minute', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    const [first] = await fetchAll();
    expect(await fetchAll()).toEqual([]);
    await close([String(first?.id)], false);
    const [second] = await fetchAll();
    expect(second?.id).toBe(first?.id);
    await sql`update ordenes_servidor set arriendo_hasta = now() - interval '1 second' where estado = 'recogida'`;
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    expect(await fetchAll()).toEqual([]);
  });

  test('returns a command that needs its player only while the player is online', async () => {
    await act({ ...whitelist, necesita_jugador: true });
    await buy(db, buyer, { producto: product });
    expect(await texts([{ name: 'Otro', uuid: null }])).toEqual([]);
    expect(await texts([{ name: 'jugador_1', uuid: null }])).toEqual(['whitelist add jugador_1']);
  });

  test('names its player as the server does, because selectors distinguish upper and lower case', async () => {
    await act();
    await buy(db, buyer, { producto: product, minecraft: 'notch' });
    expect(await fetchAll([{ name: 'Notch', uuid: null }])).toMatchObject([
      { jugador: 'Notch', orden: 'whitelist add Notch' },
    ]);
    await close(
      (await sql`select id || '.0' as id from ordenes_servidor where servidor_id = ${server.id}`).map(({ id }) => id),
    );
    expect(await db.callAs(creator, 'mi_cola', {})).toMatchObject([{ orden: 'whitelist add notch' }]);
  });

  test('distinguishes two players of a server in offline mode by upper and lower case', async () => {
    const offline = await addServer(db, creator, { identidad: 'offline' });
    await act({ ...whitelist, necesita_jugador: true, destino: 'uno', servidor_id: offline.id });
    await act({ ...whitelist, pasos: [{ orden: 'say {username}' }], destino: 'uno', servidor_id: offline.id });
    await buy(db, buyer, { producto: product, minecraft: 'Notch' });
    const ask = async (...names: string[]) =>
      (
        await fetchAll(
          names.map((name) => ({ name, uuid: null })),
          offline.key,
        )
      ).map(({ orden }) => orden);
    expect(await ask('notch')).toEqual(['say Notch']);
    await sql`update ordenes_servidor set estado = 'hecha', arriendo_hasta = null where estado = 'recogida'
      and servidor_id = ${offline.id}`;
    expect(await ask('notch', 'Notch')).toEqual(['whitelist add Notch']);
    const [row] =
      await sql`select deshacer from ordenes_servidor where servidor_id = ${offline.id} and deshacer is not null`;
    expect(row).toEqual({ deshacer: 'whitelist remove Notch' });
  });

  test('greets a server with a valid key only', async () => {
    const greet = (p_clave: string) =>
      db.callService('saludar_servidor', { p_clave, p_tipo: 'azlink', p_contacto: {} });
    expect(await greet(server.key)).toEqual({ ok: true, servidor_id: server.id, nombre: 'Survival' });
    expect(await greet(`${server.key}x`)).toEqual({ ok: false, error: 'clave_no_valida' });
  });

  test('returns no command that needs its player without recent contact', async () => {
    await act({ ...whitelist, necesita_jugador: true });
    await buy(db, buyer, { producto: product });
    await db.callService('saludar_servidor', {
      p_clave: server.key,
      p_tipo: 'azlink',
      p_contacto: { jugadores: [{ name: 'Jugador_1', uuid: null }] },
    });
    const ask = async () => {
      const answer = await db.callService('recoger_ordenes', { p_clave: server.key, p_tipo: 'azlink', p_contacto: {} });
      return answer.ordenes as unknown[];
    };
    await sql`update servidores set conectados_at = now() - interval '2 minutes' where id = ${server.id}`;
    expect(await ask()).toEqual([]);
    await sql`update servidores set conectados_at = now() where id = ${server.id}`;
    expect(await ask()).toHaveLength(1);
  });

  test('replaces the UUID by that of the online player, or by the offline one', async () => {
    const offline = await addServer(db, creator, { identidad: 'offline' });
    await act({ ...whitelist, pasos: [{ orden: 'op {uuid}' }] });
    await buy(db, buyer, { producto: product, minecraft: 'Notch' });
    const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    expect(await texts([{ name: 'Notch', uuid: null }])).toEqual([]);
    const stranger = { name: 'Alex', uuid: 'ec561538-f3fd-461d-aff5-086b22154bce' };
    expect(await texts([stranger, { name: 'notch', uuid }])).toEqual([`op ${uuid}`]);
    // Java's UUID.nameUUIDFromBytes for OfflinePlayer:Notch.
    expect((await fetchAll([{ name: 'Notch', uuid: null }], offline.key)).map(({ orden }) => orden)).toEqual([
      'op b50ad385-829d-3141-a216-7e7d7539ba7f',
    ]);
  });

  test('adds the prefix of the server to the name of a Bedrock player, except for the whitelist of Floodgate', async () => {
    const java = await addServer(db, creator);
    const change = { p_servidor: server.id, p_nombre: 'Bedrock', p_identidad: 'online', p_prefijo: '.' };
    expect(await db.callAs(creator, 'cambiar_servidor', change)).toEqual({ ok: true });
    await act();
    await act({ ...whitelist, plantilla: 'propia', pasos: [{ orden: 'op {username}' }] });
    await buy(db, buyer, { producto: product, minecraft: 'Dieciseis_letras' });
    expect(await texts()).toEqual(['fwhitelist add Dieciseis_letras', 'op .Dieciseis_letra']);
    expect((await fetchAll([], java.key)).map(({ orden }) => orden)).toEqual([
      'whitelist add Dieciseis_letras',
      'op Dieciseis_letras',
    ]);
  });

  test('names Bedrock players as Floodgate does, and gets their UUIDs from the server', async () => {
    const bedrock = await addServer(db, creator, { identidad: 'offline', prefijo: '.' });
    await act({
      ...whitelist,
      plantilla: 'propia',
      pasos: [{ orden: 'op {username} {uuid}' }],
      destino: 'uno',
      servidor_id: bedrock.id,
    });
    await buy(db, buyer, { producto: product, minecraft: 'Dieciseis_letras' });
    expect(await fetchAll([{ name: '.Dieciseis_letra', uuid: null }], bedrock.key)).toEqual([]);
    const uuid = '00000000-0000-0000-0009-01f64f65c7c3';
    expect((await fetchAll([{ name: '.Dieciseis_letra', uuid }], bedrock.key)).map(({ orden }) => orden)).toEqual([
      `op .Dieciseis_letra ${uuid}`,
    ]);
  });

  test('keeps the order of commands of a player, even during retries', async () => {
    await act({ ...whitelist, pasos: [{ orden: 'uno' }] });
    await buy(db, buyer, { producto: product });
    const [first] = await fetchAll();
    const other = await createProduct(sql, { usuario_id: creator });
    await act({ ...whitelist, pasos: [{ orden: 'dos' }] }, other);
    await buy(db, buyer, { producto: other });
    expect(await texts()).toEqual([]);
    const agentAnswer = [{ id: first?.id, ok: false, error: 'connection refused\n' }];
    await sql`select privado.anotar_resultados(${server.id}, ${sql.json(agentAnswer)})`;
    expect(await texts()).toEqual([]);
    await sql`update ordenes_servidor set disponible_at = now() where servidor_id = ${server.id}`;
    expect(await texts()).toEqual(['uno', 'dos']);
  });

  test('keeps the order of an action of which a later command needs the player', async () => {
    const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    await act({
      ...whitelist,
      pasos: [{ orden: 'wl {username}' }, { orden: 'op {uuid}' }, { orden: 'say {username}' }],
    });
    await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['wl Jugador_1']);
    expect(await run()).toEqual([]);
    expect(await texts([{ name: 'Jugador_1', uuid }])).toEqual([`op ${uuid}`, 'say Jugador_1']);
  });

  test.each([false, true])(
    'is not held up by the many commands of a player that wait for one that failed (player needed: %s)',
    async (necesita_jugador) => {
      await act({ ...whitelist, necesita_jugador });
      for (const minecraft of ['Atascada', 'Segunda'])
        await buy(db, await createUser(sql), { producto: product, minecraft });
      await sql`update ordenes_servidor set fallos = 1, disponible_at = now() + interval '1 hour'
        where servidor_id = ${server.id} and jugador = 'Atascada'`;
      await sql`insert into ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden,
          necesita_jugador)
        select o.suceso_id, o.adquisicion_id, o.servidor_id, o.accion_id, 1 + n, o.jugador, 'say ' || n, o.necesita_jugador
        from ordenes_servidor o, generate_series(1, 600) n where o.servidor_id = ${server.id} and o.jugador = 'Atascada'`;
      await buy(db, await createUser(sql), { producto: product, minecraft: 'Tercera' });
      const online = ['Atascada', 'Segunda', 'Tercera'].map((name) => ({ name, uuid: null }));
      expect(await texts(online)).toEqual(['whitelist add Segunda', 'whitelist add Tercera']);
      await sql`delete from ordenes_servidor where servidor_id = ${server.id} and orden like 'say %'`;
    },
  );

  test('stops after eight failures of a command, which can be sent again', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    for (let turn = 0; turn < 8; turn++) {
      const [command] = await fetchAll();
      await sql`select privado.anotar_resultados(${server.id}, ${sql.json([{ id: command?.id, ok: false, error: 'no' }])})`;
      await sql`update ordenes_servidor set disponible_at = now() where servidor_id = ${server.id}`;
    }
    expect(await queue()).toEqual(['fallida whitelist add Jugador_1']);
    const [row] = await sql`select id from ordenes_servidor where servidor_id = ${server.id}`;
    expect(await db.callAs(buyer, 'reenviar_orden', { p_orden: row?.id })).toMatchObject({ error: 'no_existe' });
    expect(await db.callAs(creator, 'reenviar_orden', { p_orden: row?.id })).toMatchObject({ ok: true });
    expect(await run()).toEqual(['whitelist add Jugador_1']);
  });

  test('is acknowledged by an agent with its key, and the answer counts what was noted', async () => {
    const agent = await addServer(db, creator, { nombre: 'Agente', tipo: 'agente' });
    await act({ ...whitelist, destino: 'uno', servidor_id: agent.id });
    await buy(db, buyer, { producto: product });
    const [command] = await fetchCommands(db, agent.key, [], 'agente');
    const acknowledge = (p_clave: string) =>
      db.callService('acusar_ordenes', {
        p_clave,
        p_tipo: 'agente',
        p_contacto: { plataforma: 'Paper', plugin: '1', jugadores: [] },
        p_resultados: [{ id: command?.id, ok: true }],
      });
    expect(await acknowledge(server.key)).toEqual({ ok: false, error: 'clave_no_valida' });
    expect(await acknowledge(agent.key)).toEqual({ ok: true, anotadas: 1 });
    expect(await acknowledge(agent.key)).toEqual({ ok: true, anotadas: 0 });
    expect(await queue()).toEqual(['hecha whitelist add Jugador_1']);
  });

  test('queues no undo command for a command that its agent has not run', async () => {
    const agent = await addServer(db, creator, { nombre: 'Agente', tipo: 'agente' });
    const pasos = [{ orden: 'eco give {username} 100', deshacer: 'eco take {username} 100' }];
    await act({ ...whitelist, pasos, destino: 'uno', servidor_id: agent.id });
    const fetchOne = async () => (await fetchCommands(db, agent.key, [], 'agente'))[0];
    const answer = (id: string | undefined, result: object) =>
      db.callService('acusar_ordenes', {
        p_clave: agent.key,
        p_tipo: 'agente',
        p_contacto: {},
        p_resultados: [{ id, ...result }],
      });
    const unrun = { ok: false, error: 'the player is not there', sin_gastar: true };
    const before = await buy(db, buyer, { producto: product });
    await answer((await fetchOne())?.id, unrun);
    await refundAll(db, before);
    expect(await queue()).toEqual(['cancelada eco give Jugador_1 100']);

    const during = await buy(db, await createUser(sql), { producto: product });
    const out = await fetchOne();
    await refundAll(db, during);
    await answer(out?.id, unrun);
    expect((await queue()).slice(1)).toEqual(['cancelada eco give Jugador_1 100', 'cancelada eco take Jugador_1 100']);

    // One that ran before, or that nobody has heard of, is taken back.
    const twice = await buy(db, await createUser(sql), { producto: product });
    await fetchOne();
    await sql`update ordenes_servidor set arriendo_hasta = now() - interval '1 second' where estado = 'recogida'`;
    await answer((await fetchOne())?.id, unrun);
    await refundAll(db, twice);
    expect((await fetchCommands(db, agent.key, [], 'agente')).map(({ orden }) => orden)).toEqual([
      'eco take Jugador_1 100',
    ]);
    await expectBooks();
  });

  test('accepts a late acknowledgement, and ignores a repeated one', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    const [command] = await fetchAll();
    await sql`update ordenes_servidor set arriendo_hasta = now() - interval '1 second' where servidor_id = ${server.id}`;
    await sql`select privado.devolver_arriendos(${server.id})`;
    await close([String(command?.id)]);
    await close([String(command?.id)], false);
    expect(await queue()).toEqual(['hecha whitelist add Jugador_1']);
  });

  test('gives a repeated command another id, which an old acknowledgement does not close', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    const [first] = await fetchAll();
    await close([String(first?.id)]);
    const [row] = await sql`select id from ordenes_servidor where servidor_id = ${server.id}`;
    await db.callAs(creator, 'reenviar_orden', { p_orden: row?.id });
    const [second] = await fetchAll();
    expect(second?.id).not.toBe(first?.id);
    await close([String(first?.id)]);
    expect(await queue()).toEqual(['recogida whitelist add Jugador_1']);
    await close([String(second?.id)]);
    expect(await queue()).toEqual(['hecha whitelist add Jugador_1']);
  });

  test('reuses no command id after a restore, because agents remember the earlier ids', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    const [before] = await fetchAll();
    const superuser = db.openAdmin();
    await superuser.begin(async (tx) => {
      // As `npm run restore` does it.
      await tx.unsafe(
        `set local session_replication_role = replica; insert into restauraciones (copia_at) values (now())`,
      );
    });
    await buy(db, await createUser(sql), { producto: product, minecraft: 'Segunda' });
    const [after] = await fetchAll();
    expect(Number(after?.id) - Number(before?.id)).toBeGreaterThan(1_000_000);
  });

  test('returns a delayed command after its delay', async () => {
    await act({ ...whitelist, retraso_s: 3600 });
    await buy(db, buyer, { producto: product });
    expect(await texts()).toEqual([]);
    await sql`update ordenes_servidor set disponible_at = now() where servidor_id = ${server.id}`;
    expect(await texts()).toEqual(['whitelist add Jugador_1']);
  });

  test('has the same response for a wrong, replaced or removed key', async () => {
    const renewed = await db.callAs(creator, 'renovar_clave_servidor', { p_servidor: server.id });
    const [kept] = await sql`select clave_final from servidores where id = ${server.id}`;
    expect(kept).toEqual({ clave_final: String(renewed.clave).slice(-4) });
    const ask = (key: string) => db.callService('recoger_ordenes', { p_clave: key, p_tipo: 'azlink', p_contacto: {} });
    expect(await ask(server.key)).toEqual({ ok: false, error: 'clave_no_valida' });
    expect(await ask('nothing')).toEqual({ ok: false, error: 'clave_no_valida' });
    expect(await ask(String(renewed.clave))).toMatchObject({ ok: true });
    const other = await addServer(db, creator);
    const remove = () => db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    await sql`update usuarios_meta set banned_until = '2999-01-01' where id = ${creator}`;
    expect(await remove()).toEqual({ ok: false, error: 'sin_sesion' });
    await sql`update usuarios_meta set banned_until = null where id = ${creator}`;
    expect(await remove()).toEqual({ ok: true });
    expect(await ask(String(renewed.clave))).toEqual({ ok: false, error: 'clave_no_valida' });
    expect(await ask(other.key)).toMatchObject({ ok: true });
    expect(await remove()).toEqual({ ok: false, error: 'no_existe' });
  });
});

describe('the actions of a product', () => {
  test('can belong to an edition', async () => {
    const gold = await createEdition(sql, product);
    await act({
      ...whitelist,
      edicion_id: gold,
      pasos: [{ orden: 'rank {username} {edition} {price} {order} {product}' }],
    });
    await buy(db, buyer, { producto: product });
    expect(await queue()).toEqual([]);
    const other = await createUser(sql);
    await sql`update ediciones set nombre = 'Oro; op @a' where id = ${gold}`;
    await buy(db, other, { producto: product, edicion: gold });
    const [name] = await sql`select nombre from productos where id = ${product}`;
    expect(await texts()).toEqual([`rank Jugador_1 Oro op a 20.00 ${await orderOf(other)} ${name?.nombre}`]);
  });

  test('need free slots for the first of their commands that is sent, because it uses them', async () => {
    await db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    const agent = await addServer(db, creator, { nombre: 'Agente', tipo: 'agente' });
    const pasos = [{ orden: 'give {username} diamond' }, { orden: 'tag {username} add {order}', deshacer: 'untag' }];
    await act({ ...whitelist, plantilla: 'objeto', pasos, necesita_jugador: true, huecos: 3 });
    const payment = await buy(db, buyer, { producto: product });
    const slots = async () =>
      (
        await sql`select huecos from ordenes_servidor where servidor_id = ${agent.id} and deshace_id is null
        and estado = 'esperando' order by id`
      ).map(({ huecos }) => huecos);
    expect(await slots()).toEqual([3, 0]);
    await sql`update ordenes_servidor set estado = 'hecha', intentos = 1 where servidor_id = ${agent.id}`;
    await dispute(payment, 'abierta', 1);
    await sql`update ordenes_servidor set estado = 'hecha', intentos = 1 where servidor_id = ${agent.id}`;
    await dispute(payment, 'ganada', 2);
    expect(await slots()).toEqual([3]);
  });

  test('can run on a server chosen by the buyer', async () => {
    const second = await addServer(db, creator, { nombre: 'Creativo' });
    await act({ ...whitelist, destino: 'elegido' });
    await buy(db, buyer, { producto: product });
    expect(await queue()).toEqual([]);
    const order = await orderOf();
    expect(await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).toMatchObject({
      elegir: [{ id: second.id }, { id: server.id }],
      entregas: [],
    });
    const foreign = await addServer(db, await createUser(sql));
    expect(await db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: foreign.id })).toMatchObject({
      error: 'no_existe',
    });
    const answers = await Promise.all(
      [server, second].map(({ id }) => db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: id })),
    );
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await queue()).toEqual(['esperando whitelist add Jugador_1']);
  });

  test('run on a server that the buyer chose after a won dispute', async () => {
    await act({ ...whitelist, destino: 'elegido', eventos: ['concedida'] });
    const payment = await buy(db, buyer, { producto: product });
    await dispute(payment, 'abierta', 1);
    await dispute(payment, 'ganada', 2);
    const choice = { p_pedido: await orderOf(), p_servidor: server.id };
    expect(await db.callAs(buyer, 'elegir_servidor', choice)).toEqual({ ok: true });
    expect(await queue()).toEqual(['esperando whitelist add Jugador_1']);
    await expectBooks();
  });

  test('leave no choice of a server to purchases before them', async () => {
    const payment = await buy(db, buyer, { producto: product });
    await act({ ...whitelist, destino: 'elegido' });
    const order = await orderOf();
    expect(await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).toMatchObject({ elegir: null });
    expect(await db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: server.id })).toEqual({
      ok: false,
      error: 'no_existe',
    });
    await refundAll(db, payment);
  });

  test('offer the choice of a server for a preorder before its release', async () => {
    await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 7 where id = ${product}`;
    await act({ ...whitelist, destino: 'elegido' });
    await buy(db, buyer, { producto: product });
    const order = await orderOf();
    expect(await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).toMatchObject({
      elegir: [{ id: server.id }],
    });
    expect(await db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: server.id })).toEqual({ ok: true });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
    await db.callService('lanzar_reservas_al_juego');
    expect(await run()).toEqual(['whitelist add Jugador_1']);
    await expectBooks();
  });

  test('offer the choice of a server to their buyers after their removal', async () => {
    const chosen = await act({ ...whitelist, destino: 'elegido' });
    await buy(db, buyer, { producto: product });
    await db.callAs(creator, 'quitar_accion', { p_accion: chosen });
    const order = await orderOf();
    expect(await db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: server.id })).toEqual({ ok: true });
    expect(await run()).toEqual(['whitelist add Jugador_1']);
  });

  test('run on another chosen server when the first one was removed', async () => {
    const second = await addServer(db, creator, { nombre: 'Creativo' });
    await act({ ...whitelist, destino: 'elegido' });
    await buy(db, buyer, { producto: product });
    const order = await orderOf();
    const choose = (p_servidor: string) => db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor });
    const choice = async () => (await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).elegir;
    expect(await choose(server.id)).toEqual({ ok: true });
    expect([await choose(second.id), await choice()]).toEqual([{ ok: false, error: 'ya_elegido' }, null]);
    await db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    expect(await choice()).toEqual([{ id: second.id, nombre: 'Creativo' }]);
    expect(await choose(second.id)).toEqual({ ok: true });
    expect([await choose(second.id), await choice()]).toEqual([{ ok: false, error: 'ya_elegido' }, null]);
    expect(await queue()).toEqual(['cancelada whitelist add Jugador_1', 'esperando whitelist add Jugador_1']);
    await expectBooks();
  });

  test('are listed with the names of their editions and servers', async () => {
    const other = await addServer(db, creator, { nombre: 'Creativo' });
    for (const [nombre, nombre_en] of [
      ['Plata', 'Silver'],
      ['Oro', 'Gold'],
    ]) {
      const edicion_id = await createEdition(sql, product, { nombre, nombre_en, orden: nombre === 'Oro' ? 1 : 2 });
      const servidor_id = nombre === 'Oro' ? server.id : other.id;
      await act({ ...whitelist, edicion_id, destino: 'uno', servidor_id });
    }
    await act();
    const { acciones, ediciones } = await db.callAs<{ acciones: object[]; ediciones: object[] }>(
      creator,
      'acciones_de_producto',
      { p_producto: product },
    );
    expect(acciones).toMatchObject([
      { edicion: 'Plata', edicion_en: 'Silver', servidor: 'Creativo' },
      { edicion: 'Oro', edicion_en: 'Gold', servidor: 'Survival' },
      { edicion: null, edicion_en: null, servidor: null },
    ]);
    expect(ediciones).toMatchObject([{ nombre: 'Oro' }, { nombre: 'Plata' }]);
  });

  test('cannot be read or changed by another creator', async () => {
    const stranger = await createUser(sql);
    const action = await act();
    await buy(db, buyer, { producto: product });
    expect(await db.callAs(stranger, 'guardar_accion', { p_producto: product, p_accion: whitelist })).toMatchObject({
      error: 'no_existe',
    });
    expect(await db.callAs(stranger, 'quitar_accion', { p_accion: action })).toMatchObject({ error: 'no_existe' });
    expect(await db.callAs(stranger, 'quitar_servidor', { p_servidor: server.id })).toMatchObject({
      error: 'no_existe',
    });
    const change = { p_servidor: server.id, p_nombre: 'Mío', p_identidad: 'online', p_prefijo: '.' };
    expect(await db.callAs(stranger, 'cambiar_servidor', change)).toEqual({ ok: false, error: 'no_existe' });
    expect(await db.callAs(stranger, 'renovar_clave_servidor', { p_servidor: server.id })).toMatchObject({
      error: 'no_existe',
    });
    expect(await db.callAs(stranger, 'probar_servidor', { p_servidor: server.id })).toMatchObject({
      error: 'no_existe',
    });
    expect(
      await db.callAs(stranger, 'compra_de_prueba', { p_producto: product, p_edicion: null, p_jugador: 'Ana' }),
    ).toMatchObject({ error: 'no_existe' });
    expect(await db.callAs(stranger, 'acciones_de_producto', { p_producto: product })).toBeNull();
    expect(await db.callAs(stranger, 'entregas_de_pedido', { p_pedido: await orderOf() })).toBeNull();
    expect(await db.callAs(stranger, 'mi_cola')).toEqual([]);
    expect(await db.callAs(stranger, 'mis_servidores')).toEqual([]);
    const foreign = await addServer(db, stranger);
    expect(
      await db.callAs(creator, 'guardar_accion', {
        p_producto: product,
        p_accion: { ...whitelist, destino: 'uno', servidor_id: foreign.id },
      }),
    ).toMatchObject({ error: 'servidor_no_valido' });
  });

  test('belong to editions of their own product', async () => {
    const edition = await createEdition(sql, await createProduct(sql, { usuario_id: creator }));
    expect(
      await db.callAs(creator, 'guardar_accion', {
        p_producto: product,
        p_accion: { ...whitelist, edicion_id: edition },
      }),
    ).toEqual({ ok: false, error: 'no_existe' });
  });

  test('leave no choice of a server to buyers of other editions and products, or after their removal', async () => {
    const chosen = { ...whitelist, destino: 'elegido' };
    await act({ ...chosen, edicion_id: await createEdition(sql, product) });
    await act(chosen, await createProduct(sql, { usuario_id: creator }));
    const removed = await act(chosen);
    await db.callAs(creator, 'quitar_accion', { p_accion: removed });
    await buy(db, buyer, { producto: product });
    const order = await orderOf();
    expect(await db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order })).toMatchObject({ elegir: null });
    expect(await db.callAs(buyer, 'elegir_servidor', { p_pedido: order, p_servidor: server.id })).toEqual({
      ok: false,
      error: 'no_existe',
    });
  });

  test('cannot be acknowledged by another server', async () => {
    await act();
    await buy(db, buyer, { producto: product });
    const [command] = await fetchAll();
    const other = await addServer(db, await createUser(sql));
    await db.callService('cerrar_envio', { p_servidor: other.id, p_ordenes: [command?.id], p_entero: true });
    expect(await queue()).toEqual(['recogida whitelist add Jugador_1']);
  });

  test('run for a test purchase, which can be undone', async () => {
    await act();
    const testAs = (p_jugador: string | null) =>
      db.callAs(creator, 'compra_de_prueba', { p_producto: product, p_edicion: null, p_jugador });
    for (const name of [null, 'no válido'])
      expect(await testAs(name)).toEqual({ ok: false, error: 'nombre_minecraft_no_valido' });
    const test = await testAs('Creadora');
    expect(await sql`select from adquisiciones where producto_id = ${product}`).toHaveLength(0);
    await buy(db, buyer, { producto: product });
    expect(await run()).toEqual(['whitelist add Creadora', 'whitelist add Jugador_1']);
    const undo = (who: string, p_prueba: unknown) => db.callAs(who, 'deshacer_prueba', { p_prueba });
    const other = await createUser(sql);
    await db.callAs(other, 'probar_servidor', { p_servidor: (await addServer(db, other)).id });
    const [sale] = await sql`select id from sucesos_licencia where adquisicion_id = ${await orderOf()}`;
    for (const [who, event] of [
      [other, test.prueba_id],
      [creator, sale?.id],
    ] as const)
      expect(await undo(who, event)).toEqual({ ok: false, error: 'no_existe' });
    expect(await undo(creator, test.prueba_id)).toMatchObject({ ok: true });
    expect(await run()).toEqual(['whitelist remove Creadora']);
  });

  test('are cancelled when their server is removed, unlike those of another', async () => {
    const second = await addServer(db, creator, { nombre: 'Creativo' });
    for (const { id } of [server, second]) await act({ ...whitelist, destino: 'uno', servidor_id: id });
    await buy(db, buyer, { producto: product });
    await db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    expect(await queue()).toEqual(['cancelada whitelist add Jugador_1', 'esperando whitelist add Jugador_1']);
    const left =
      await sql`select servidor_id from acciones_servidor where producto_id = ${product} and quitada_at is null`;
    expect(left).toEqual([{ servidor_id: second.id }]);
  });

  test('are not undone on a removed server', async () => {
    await act();
    const payment = await buy(db, buyer, { producto: product });
    await run();
    await db.callAs(creator, 'quitar_servidor', { p_servidor: server.id });
    await refundAll(db, payment);
    expect(await queue()).toEqual(['hecha whitelist add Jugador_1']);
  });
});

test('a buyer sees the state of a delivery and can repeat it only if that is harmless', async () => {
  await act();
  await act({ ...whitelist, plantilla: 'objeto', repetible: false, pasos: [{ orden: 'give {username} diamond' }] });
  await buy(db, buyer, { producto: product });
  const order = await orderOf();
  const see = () => db.callAs(buyer, 'entregas_de_pedido', { p_pedido: order });
  await sql`update productos set descargable = false where id = ${product}`;
  const listed = () => db.callAs<string>(buyer, 'estado_descarga', { p_adquisicion: order });
  expect(await listed()).toBe('no_descargable');
  expect(await see()).toMatchObject({
    elegir: null,
    entregas: [{ hechas: 0, ordenes: 2, contacto_at: null }],
  });
  expect(await db.callAs(buyer, 'pedir_reenvio', { p_pedido: order, p_servidor: server.id })).toMatchObject({
    error: 'nada_que_reenviar',
  });
  await run();
  expect(await listed()).toBe('en_whitelist');
  expect(await see()).toMatchObject({ entregas: [{ hechas: 2, ordenes: 2, se_repite: true }] });
  expect(await db.callAs(buyer, 'pedir_reenvio', { p_pedido: order, p_servidor: server.id })).toMatchObject({
    ok: true,
  });
  expect(await listed()).toBe('no_descargable');
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  for (let turn = 0; turn < 3; turn++) {
    await db.callAs(buyer, 'pedir_reenvio', { p_pedido: order, p_servidor: server.id });
    await run();
  }
  expect(await db.callAs(buyer, 'pedir_reenvio', { p_pedido: order, p_servidor: server.id })).toMatchObject({
    error: 'demasiados_intentos',
  });
});

test.each(['esperando', 'fallida'])(
  'a buyer cannot repeat a part of an action before the rest has run (%s)',
  async (estado) => {
    const pasos = [{ orden: 'give {username} diamond' }, { orden: 'tag {username} add {order}' }];
    await act({ ...whitelist, plantilla: 'objeto', pasos });
    await buy(db, buyer, { producto: product });
    const [give, tag] = await fetchAll();
    await close([String(give?.id)]);
    await close([String(tag?.id)], false);
    await sql`update ordenes_servidor set estado = ${estado} where servidor_id = ${server.id} and estado = 'esperando'`;
    const order = { p_pedido: await orderOf() };
    const ask = () => db.callAs(buyer, 'pedir_reenvio', { ...order, p_servidor: server.id });
    const see = () => db.callAs(buyer, 'entregas_de_pedido', order);
    expect(await see()).toMatchObject({ entregas: [{ se_repite: estado === 'fallida' }] });
    expect(await ask()).toEqual(estado === 'fallida' ? { ok: true } : { ok: false, error: 'nada_que_reenviar' });
    expect(await run()).toEqual([tag?.orden]);
    expect(await see()).toMatchObject({ entregas: [{ se_repite: true }] });
    expect(await ask()).toEqual({ ok: true });
    expect(await run()).toEqual([give?.orden, tag?.orden]);
  },
);

test('a delivery is repeated without the commands of an earlier revocation', async () => {
  await act();
  await act({ ...whitelist, plantilla: 'objeto', eventos: ['retirada'], pasos: [{ orden: 'jail {username}' }] });
  const payment = await buy(db, buyer, { producto: product });
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  await dispute(payment, 'abierta', 1);
  expect((await run()).toSorted()).toEqual(['jail Jugador_1', 'whitelist remove Jugador_1']);
  await dispute(payment, 'ganada', 2);
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  const again = { p_pedido: await orderOf(), p_servidor: server.id };
  expect(await db.callAs(buyer, 'pedir_reenvio', again)).toEqual({ ok: true });
  expect(await run()).toEqual(['whitelist add Jugador_1']);
});

test('a delivery that expired and was repeated for a restored licence is done, and is not repeated for the buyer', async () => {
  await act({ ...whitelist, repetible: false });
  const payment = await buy(db, buyer, { producto: product });
  await sql`update ordenes_servidor set caduca_at = now() where servidor_id = ${server.id}`;
  expect(await db.callService('caducar_ordenes')).toBe(1);
  await dispute(payment, 'abierta', 1);
  await dispute(payment, 'ganada', 2);
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  const order = { p_pedido: await orderOf() };
  expect(await db.callAs(buyer, 'entregas_de_pedido', order)).toMatchObject({
    entregas: [{ hechas: 1, ordenes: 1, fallidas: 0, se_repite: false }],
  });
  expect(await db.callAs(buyer, 'pedir_reenvio', { ...order, p_servidor: server.id })).toEqual({
    ok: false,
    error: 'nada_que_reenviar',
  });
  expect(await run()).toEqual([]);
});

test('a command of the end of a licence is not repeated once the licence is restored', async () => {
  await act();
  const payment = await buy(db, buyer, { producto: product });
  await run();
  await dispute(payment, 'abierta', 1);
  expect(await run()).toEqual(['whitelist remove Jugador_1']);
  await dispute(payment, 'ganada', 2);
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  const listed = await db.callAs<{ id: string; deshace: boolean; deshacer: boolean; se_repite: boolean }[]>(
    creator,
    'mi_cola',
    {},
  );
  // Undone: the first, by the second. The third can be undone, and nothing undoes the second.
  expect(listed.map(({ deshace, deshacer }) => [deshace, deshacer])).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
  const undo = listed.find(({ deshace }) => deshace);
  expect(undo?.se_repite).toBe(false);
  expect(await db.callAs(creator, 'reenviar_orden', { p_orden: undo?.id })).toEqual({
    ok: false,
    error: 'nada_que_reenviar',
  });
  expect(await run()).toEqual([]);
});

test('an undo command is not repeated while another licence of the player has the same effect', async () => {
  await act();
  const payment = await buy(db, buyer, { producto: product });
  await run();
  await refundAll(db, payment);
  expect(await run()).toEqual(['whitelist remove Jugador_1']);
  const again = await buy(db, await createUser(sql), { producto: product });
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  const [undo] = await sql`select id from ordenes_servidor where servidor_id = ${server.id} and deshace_id is not null`;
  const repeat = () => db.callAs(creator, 'reenviar_orden', { p_orden: undo?.id });
  expect(await repeat()).toEqual({ ok: false, error: 'nada_que_reenviar' });
  await refundAll(db, again);
  await run();
  expect(await repeat()).toEqual({ ok: true });
  await run();
});

test('the evidence of a dispute has what was delivered, and not what the end of the licence has run', async () => {
  await act();
  await act({ ...whitelist, plantilla: 'propia', eventos: ['retirada'], pasos: [{ orden: 'jail {username}' }] });
  const payment = await buy(db, buyer, { producto: product });
  expect(await run()).toEqual(['whitelist add Jugador_1']);
  await dispute(payment, 'abierta', 1);
  expect(await run()).toHaveLength(2);
  const [row] = await sql`select privado.pruebas_de(${payment.id}) -> 'juego' as moments`;
  expect(row?.moments).toHaveLength(1);
});

test('the creator of a silent server with pending deliveries is notified once per silence', async () => {
  await act();
  await db.callAs(creator, 'probar_servidor', { p_servidor: server.id });
  const notify = () => db.callService('avisar_servidores_mudos');
  const past = () =>
    sql`update ordenes_servidor set disponible_at = now() - interval '2 hours' where servidor_id = ${server.id}`;
  await past();
  await db.callService('anotar_pasada', { p_fallidas: [] });
  // A test is nobody's purchase.
  expect(await notify()).toBe(0);
  await buy(db, buyer, { producto: product });
  expect(await notify()).toBe(0);
  await past();
  // After an outage of the shop, no server has been able to call it.
  await sql`update ultima_pasada set terminada_at = now() - interval '2 hours'`;
  expect(await notify()).toBe(0);
  await sql`update ultima_pasada set terminada_at = now() - interval '10 minutes'`;
  expect(await notify()).toBe(1);
  expect(await notify()).toBe(0);
  await db.callService('saludar_servidor', { p_clave: server.key, p_tipo: 'azlink', p_contacto: {} });
  expect(await notify()).toBe(0);
  await sql`update servidores set contacto_at = now() - interval '2 hours' where id = ${server.id}`;
  expect(await notify()).toBe(1);
  expect(
    await sql`select datos ->> 'servidor' as name from correos where user_id = ${creator} and plantilla = 'servidor_mudo'`,
  ).toMatchObject([{ name: 'Survival' }, { name: 'Survival' }]);
});

test('the queue is paginated and filtered by server and state', async () => {
  const second = await addServer(db, creator, { nombre: 'Creativo' });
  await act({ ...whitelist, pasos: [{ orden: 'uno' }, { orden: 'dos' }] });
  await act({
    ...whitelist,
    destino: 'uno',
    servidor_id: second.id,
    necesita_jugador: true,
    pasos: [{ orden: 'tres' }],
  });
  await buy(db, buyer, { producto: product });
  type Row = { id: string; orden: string; servidor: string; estado: string };
  const read = (args: object = {}) => db.callAs<Row[]>(creator, 'mi_cola', { ...args });
  const all = await read();
  expect(all).toHaveLength(5);
  expect(all.map(({ id }) => Number(id))).toEqual(
    all.map(({ id }) => Number(id)).toSorted((one, other) => other - one),
  );
  const [first, ...rest] = all;
  expect(await read({ p_antes: first?.id, p_limite: 2 })).toEqual(rest.slice(0, 2));
  expect((await read({ p_servidor: second.id })).map(({ servidor }) => servidor)).toEqual([
    'Creativo',
    'Creativo',
    'Creativo',
  ]);
  const shown = async (p_estado: string) => (await read({ p_estado })).map(({ orden, estado }) => `${orden} ${estado}`);
  expect(await shown('esperando_jugador')).toEqual(['tres esperando_jugador']);
  expect((await shown('esperando')).toSorted()).toEqual(
    ['dos', 'dos', 'uno', 'uno'].map((command) => `${command} esperando`),
  );
  await run();
  expect(await read({ p_estado: 'hecha' })).toHaveLength(2);
  expect(await db.callAs(creator, 'productos_con_acciones')).toMatchObject([{ id: product, acciones: 2 }]);
});

test('an AzLink server is refused while an action for all servers waits for free slots', async () => {
  const agents = await createUser(sql);
  const own = await createProduct(sql, { usuario_id: agents });
  const agent = await addServer(db, agents, { tipo: 'agente' });
  const slots = { ...whitelist, necesita_jugador: true, huecos: 3 };
  await addAction(db, agents, own, { ...slots, destino: 'uno', servidor_id: agent.id });
  await addServer(db, agents);
  const [azlink] = await sql`select id from servidores where usuario_id = ${agents} and tipo = 'azlink'`;
  await db.callAs(agents, 'quitar_servidor', { p_servidor: azlink?.id });
  const action = await addAction(db, agents, own, slots);
  await expect(addServer(db, agents)).rejects.toThrow('huecos_sin_agente');
  await addServer(db, agents, { tipo: 'agente' });
  await addServer(db, creator);
  await db.callAs(agents, 'quitar_accion', { p_accion: action });
  await addServer(db, agents);
});

test('a creator has at most twenty servers; removed ones and those of others do not count', async () => {
  const crowded = await createUser(sql);
  const first = await addServer(db, crowded);
  for (let count = 2; count <= 20; count += 1) await addServer(db, crowded);
  await expect(addServer(db, crowded)).rejects.toThrow('demasiados_servidores');
  await addServer(db, await createUser(sql));
  await db.callAs(crowded, 'quitar_servidor', { p_servidor: first.id });
  await addServer(db, crowded);
  await expect(addServer(db, crowded)).rejects.toThrow('demasiados_servidores');
});
