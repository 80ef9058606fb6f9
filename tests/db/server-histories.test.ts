import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buy, createProduct, createUser, type OpenPayment, refundAll, reportReversals } from './factories.ts';
import { openDatabase } from './harness.ts';
import { addAction, addServer, fetchCommands, whitelist } from './servers-fixture.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;

/** Random events of one of a player's three licences, or between the shop and the server. */
const step = fc.oneof(
  fc.record({ what: fc.constantFrom('buy', 'refund', 'dispute', 'win'), which: fc.nat({ max: 2 }) }),
  fc.record({ what: fc.constantFrom('fetch', 'lost', 'broken', 'late'), which: fc.constant(0) }),
);

/** Runs a history on products that whitelist the same player, and answers who the server has let in at its end. */
async function play(history: { what: string; which: number }[]) {
  const creator = await createUser(sql);
  const server = await addServer(db, creator);
  const products = await Promise.all([0, 1, 2].map(() => createProduct(sql, { usuario_id: creator })));
  for (const product of products) await addAction(db, creator, product, whitelist);
  const people = await Promise.all([0, 1, 2].map(() => createUser(sql)));
  const payments: ((OpenPayment & { version: number }) | undefined)[] = [];
  const allowed = new Set<string>();
  const run = (commands: { orden: string }[]) => {
    for (const { orden } of commands) {
      const [, verb, name] = orden.split(' ');
      if (verb === 'add') allowed.add(String(name));
      else allowed.delete(String(name));
    }
  };
  const fetch = async () => fetchCommands(db, server.key, []);
  const close = (commands: { id: string }[], whole: boolean) =>
    db.callService('cerrar_envio', { p_servidor: server.id, p_ordenes: commands.map(({ id }) => id), p_entero: whole });
  const expire = () => sql`update ordenes_servidor set arriendo_hasta = now() - interval '1 second'
    where servidor_id = ${server.id} and estado = 'recogida'`;

  for (const { what, which } of history) {
    const payment = payments[which];
    if (what === 'buy' && !payment) {
      payments[which] = {
        ...(await buy(db, people[which] as string, { producto: products[which], minecraft: 'Ana_1' })),
        version: 0,
      };
    } else if (what === 'refund' && payment) {
      await refundAll(db, payment);
    } else if ((what === 'dispute' || what === 'win') && payment) {
      payment.version += 1;
      await reportReversals(db, payment, {
        disputas: [
          {
            referencia: `dp_${payment.id}`,
            fase: what === 'win' ? 'ganada' : 'abierta',
            centimos: payment.cents,
            version: payment.version,
            abierta_at: new Date().toISOString(),
          },
        ],
      });
    } else if (what === 'fetch') {
      const commands = await fetch();
      run(commands);
      await close(commands, true);
    } else if (what === 'lost') {
      // The response got lost before it was read.
      await fetch();
      await expire();
    } else if (what === 'broken') {
      await close(await fetch(), false);
    } else if (what === 'late') {
      // It ran, and its response came after the lease.
      const commands = await fetch();
      run(commands);
      await expire();
      await sql`select privado.devolver_arriendos(${server.id})`;
      await close(commands, true);
    }
  }
  for (let turn = 0; turn < 3; turn++) {
    const commands = await fetch();
    run(commands);
    await close(commands, true);
  }
  const [valid] = await sql`select count(*)::int as licences from adquisiciones
    where producto_id = any (${products}) and revocada_at is null`;
  const broken =
    await sql`select nombre, ejemplos from privado.invariantes(array['entregas_al_dia', 'entregas_con_ordenes',
    'ordenes_una_vez', 'ordenes_retiradas']) where cuenta > 0`;
  expect(broken).toEqual([]);
  return { allowed: allowed.has('Ana_1'), owns: Number(valid?.licences) > 0 };
}

const check = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (history) => {
      const { allowed, owns } = await play(history);
      expect(allowed).toBe(owns);
    }),
    { numRuns, endOnFailure: numRuns < 20 },
  );

test('a server whitelists exactly the owners after five random histories', () => check(5));

test('a server whitelists exactly the owners after eighty random histories', { tags: 'nightly' }, () => check(80));

test('a hostile value never becomes another command, a selector, an option or a placeholder', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({
      unit: fc.constantFrom(...'\n\r;"\'`§&@|{}[]<>$%\\/#:-=.a 1é\u2028', '{uuid}', '@a'),
      maxLength: 40,
    }),
  );
  const everyCharacter = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1));
  const values = [...everyCharacter, ...fc.sample(hostile, 3000)].map((value) =>
    value.replace(/\p{Cs}/gu, '').replaceAll('\0', ''),
  );
  const rows = await sql`select privado.valor_de_orden(v) as safe from unnest(${values}::text[]) v`;
  const harmless = /^(-|[\p{L}\p{Nd}][\p{L}\p{Nd}\p{Lm} .,_+()!?¡¿-]*)$/u;
  expect(rows.filter(({ safe }) => !harmless.test(safe) || [...safe].length > 64)).toEqual([]);
  const kept =
    await sql`select privado.valor_de_orden(v) as safe from unnest(${['Edición Oro', 'Ñandú 2.0', '日本', ' — ', '']}::text[]) v`;
  expect(kept.map(({ safe }) => safe)).toEqual(['Edición Oro', 'Ñandú 2.0', '日本', '-', '-']);
});

test('an action with a second line, an unknown placeholder or too many steps is refused', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  await addServer(db, creator);
  const save = (change: object) =>
    db.callAs(creator, 'guardar_accion', { p_producto: product, p_accion: { ...whitelist, ...change } });
  for (const orden of [
    'say a\nop x',
    'say\rop',
    '/say hi',
    ' say',
    '',
    'a'.repeat(501),
    'give {player}',
    'say \u2028 op',
    7,
    null,
  ]) {
    expect(await save({ pasos: [{ orden }] }), String(orden)).toEqual({ ok: false, error: 'ordenes_no_validas' });
  }
  for (const pasos of [[], null]) expect(await save({ pasos })).toMatchObject({ error: 'ordenes_no_validas' });
  expect(await save({ pasos: Array.from({ length: 11 }, () => ({ orden: 'a' })) })).toMatchObject({
    error: 'ordenes_no_validas',
  });
  expect(await save({ pasos: [{ orden: 'a', deshacer: 'b\nc' }] })).toMatchObject({ error: 'ordenes_no_validas' });
  expect(await save({ retraso_s: -1 })).toMatchObject({ error: 'datos_no_validos' });
  expect(await save({ huecos: 'muchos' })).toMatchObject({ error: 'datos_no_validos' });
  expect(await save({ eventos: ['otra'] })).toMatchObject({ error: 'datos_no_validos' });
  expect(await save({ eventos: [] })).toMatchObject({ error: 'datos_no_validos' });
  const [azlink] = await sql`select id from servidores where usuario_id = ${creator}`;
  const agent = await addServer(db, creator, { tipo: 'agente' });
  const onOne = { huecos: 3, necesita_jugador: true, destino: 'uno' };
  expect(await save({ huecos: 3, necesita_jugador: true })).toMatchObject({ error: 'huecos_sin_agente' });
  expect(await save({ ...onOne, servidor_id: azlink?.id })).toMatchObject({ error: 'huecos_sin_agente' });
  expect(await save({ ...onOne, servidor_id: agent.id })).toMatchObject({ ok: true });
  const foreign = await addServer(db, await createUser(sql), { tipo: 'agente' });
  expect(await save({ ...onOne, servidor_id: foreign.id })).toEqual({ ok: false, error: 'servidor_no_valido' });
  expect(await save({ pasos: [{ orden: 'tellraw {username} {"text":"Hola"}' }] })).toMatchObject({ ok: true });
  for (let more = 0; more < 18; more++) expect(await save({})).toMatchObject({ ok: true });
  expect(await save({})).toMatchObject({ error: 'demasiadas_acciones' });
});
