import { describe, expect, test, vi } from 'vitest';
import {
  buy,
  createBundle,
  createProduct,
  createUser,
  deliver,
  type OpenPayment,
  openPayment,
  type Purchase,
  refundAll,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

// Mocks Next.js's request context: the client of the calling admin.
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: async (name: string, args: object) => ({ data: await db.callAs(admin, name, { ...args }), error: null }),
  }),
}));
const { getDispute } = await import('@/lib/admin/disputes');

const db = await openDatabase({ connections: 8 });
const { sql } = db;
const [admin, other, moderator, stranger] = [
  await createUser(sql, { role: 'admin' }),
  await createUser(sql, { role: 'admin' }),
  await createUser(sql, { role: 'moderador' }),
  await createUser(sql),
];

let count = 0;
type Facts = { fase?: string; vence_at?: string | null; version?: number; referencia?: string };

/** Records Stripe's report of a payment's dispute. Returns the id of its row. */
async function dispute(payment: OpenPayment, facts: Facts = {}): Promise<string> {
  count += 1;
  const referencia = facts.referencia ?? `du_${count}`;
  const fact = {
    fase: 'abierta',
    centimos: 1000,
    version: 1,
    abierta_at: '2026-11-01T10:00:00Z',
    ...facts,
    referencia,
  };
  await db.callService('anotar_reversiones', {
    p_proveedor: 'stripe',
    p_referencia: payment.reference,
    p_hechos: sql.json({ disputas: [{ motivo: 'fraudulent', ...fact }] } as never),
    p_pago: payment.id,
  });
  const [row] = await sql`select id from disputas where referencia = ${referencia}`;
  return String(row?.id);
}

async function sale(names: { nombre?: string; nombre_en?: string } = {}) {
  const [buyer, product] = [await createUser(sql), await createProduct(sql, names)];
  return { buyer, product, payment: await buy(db, buyer, { producto: product }) };
}

const days = (amount: number) => new Date(Date.now() + amount * 86_400_000).toISOString();
const keep = (who: string, id: string, p_base: string, p_texto: string) =>
  db.callAs(who, 'guardar_respuesta', { p_disputa: id, p_base, p_texto });
const send = (who: string, id: string, p_texto: string) =>
  db.callAs(who, 'enviar_respuesta', { p_disputa: id, p_texto });
const close = (id: string, p_error: string | null) =>
  db.asService((tx) => tx`select public.cerrar_respuesta(${id}, ${p_error})`);
const answerOf = async (id: string) =>
  (await sql`select texto, estado, error from respuestas_disputa where disputa_id = ${id}`)[0];

describe('a dispute', () => {
  test('notifies every admin once, in the shop and by mail, and nobody else', async () => {
    const { payment, buyer } = await sale();
    const id = await dispute(payment, { vence_at: days(5) });
    await dispute(payment, { vence_at: days(5), referencia: `du_${count}`, version: 2 });
    const [row] = await sql`select referencia from disputas where id = ${id}`;
    const [found] = await sql`select id from casos_admin where datos ->> 'disputa' = ${row?.referencia}`;
    const bells = await sql`select user_id, datos from notificaciones where clave = ${`caso:${found?.id}`}`;
    const mails = await sql`select user_id, datos from correos
      where plantilla = 'caso' and datos ->> 'caso_id' = ${String(found?.id)}`;
    for (const notices of [bells, mails]) {
      expect(notices.map(({ user_id }) => user_id).toSorted()).toEqual([admin, other].toSorted());
      expect(notices[0]?.datos).toMatchObject({
        tipo: 'disputa',
        centimos: 1000,
        responder_antes_de: expect.any(String),
      });
    }
    expect(await sql`select 1 from notificaciones where user_id in (${buyer}, ${moderator}) and tipo = 'caso'`).toEqual(
      [],
    );
  });

  test('is queued by the nearest deadline, and leaves the queue when decided', async () => {
    const [late, soon, never] = [await sale({ nombre: 'Torre', nombre_en: 'Tower' }), await sale(), await sale()];
    const [lateId, soonId, neverId] = [
      await dispute(late.payment, { vence_at: days(9) }),
      await dispute(soon.payment, { vence_at: days(1) }),
      await dispute(never.payment),
    ];
    const queue = async (p_cerradas: boolean) => {
      const { disputas } = await db.callAs(admin, 'admin_disputas', { p_cerradas });
      return (disputas as Array<{ id: string }>)
        .map(({ id }) => id)
        .filter((id) => [lateId, soonId, neverId].includes(id));
    };
    expect(await queue(false)).toEqual([soonId, lateId, neverId]);
    const { disputas } = await db.callAs(admin, 'admin_disputas', { p_cerradas: false });
    expect(disputas).toContainEqual(
      expect.objectContaining({
        id: lateId,
        pago_id: late.payment.id,
        comprador_id: late.buyer,
        nombre: 'Torre',
        nombre_en: 'Tower',
      }),
    );
    const [row] = await sql`select referencia from disputas where id = ${soonId}`;
    await dispute(soon.payment, { fase: 'perdida', version: 2, referencia: row?.referencia });
    expect(await queue(false)).toEqual([lateId, neverId]);
    expect(await queue(true)).toEqual([soonId]);
    const cases = await sql`select pago_id from casos_admin where tipo = 'disputa' and not resuelto
      and pago_id in ${sql([late, soon, never].map(({ payment }) => payment.id))}`;
    expect(cases.map(({ pago_id }) => pago_id).sort()).toEqual([late.payment.id, never.payment.id].sort());
  });

  test('shows the shop’s records of the purchase, but not the buyer’s address', async () => {
    const { payment, buyer, product } = await sale();
    const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
    await sql`update adquisiciones set descargas = descargas + 1 where id = ${order?.id}`;
    await sql`update adquisiciones set descargas = descargas + 1 where id = ${order?.id}`;
    await sql`update adquisiciones set minecraft_name = 'Otro_nombre' where id = ${order?.id}`;
    await sql`update correos set enviado_at = now() where user_id = ${buyer}`;
    await sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${buyer}, 5)`;
    const own = async (who: string) => (await db.callAs(who, 'mis_descargas', {})).descargas;
    expect(await own(buyer)).toMatchObject([{ pedido_id: order?.id }, { pedido_id: order?.id }]);
    expect(await own(stranger)).toEqual([]);
    const id = await dispute(payment, { vence_at: days(5) });
    const found = await db.callAs(admin, 'admin_disputa', { p_disputa: id });
    expect(found).toMatchObject({
      ok: true,
      fase: 'abierta',
      respuesta: 'ninguna',
      texto: null,
      pruebas: {
        total_centimos: 1000,
        entregado_at: expect.any(String),
        pedidos: [{ id: order?.id, descargas: 2, momentos: [expect.any(String), expect.any(String)] }],
        mensajes: expect.arrayContaining([expect.objectContaining({ plantilla: 'recibo' })]),
        resena: { estrellas: 5 },
      },
    });
    const [account] = await sql`select email from auth.users where id = ${buyer}`;
    expect(JSON.stringify(found)).not.toContain(account?.email);
  });

  test('of a gift, or of a pack of UnCoins, belongs to no player', async () => {
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    const friend = await createUser(sql);
    const purchases: Purchase[] = [
      { producto: pack },
      { producto: await createProduct(sql), destinatario: friend, minecraft: null },
    ];
    for (const purchase of purchases) {
      const payment = await buy(db, await createUser(sql), purchase);
      const found = await getDispute(await dispute(payment));
      expect(found?.facts).toMatchObject({ minecraftName: null, deliveredAt: expect.any(String) });
    }
  });

  test('has no date of delivery while nothing was supplied', async () => {
    const friend = await createUser(sql);
    const purchases: Purchase[] = [
      { producto: await createProduct(sql, { reserva: true, fecha_lanzamiento: days(30) }) },
      { producto: await createProduct(sql), destinatario: friend, minecraft: null },
    ];
    for (const purchase of purchases) {
      const payment = await openPayment(db, await createUser(sql), purchase);
      await sql`update regalos set fecha_entrega = privado.hoy() + 5 where pago_id = ${payment.id}`;
      expect(await deliver(db, payment)).toMatchObject({ ok: true });
      expect((await getDispute(await dispute(payment)))?.facts.deliveredAt).toBeNull();
    }
  });

  test('says which orders could be downloaded from the start', async () => {
    const purchases: Record<string, Record<string, unknown>> = {
      file: {},
      name: { descargable: false, download_link: null },
      missing: { download_link: null },
      reservation: { reserva: true, fecha_lanzamiento: days(30) },
    };
    const seen: Record<string, boolean | undefined> = {};
    for (const [kind, product] of Object.entries(purchases)) {
      const payment = await buy(db, await createUser(sql), { producto: await createProduct(sql, product) });
      seen[kind] = (await getDispute(await dispute(payment)))?.facts.orders[0]?.isDownload;
    }
    expect(seen).toEqual({ file: true, name: false, missing: false, reservation: false });
  });

  test('is visible to admins only', async () => {
    const { payment, buyer } = await sale();
    const id = await dispute(payment, { vence_at: days(5) });
    for (const who of [moderator, stranger, buyer]) {
      const refused = { ok: false, error: 'sin_permiso' };
      expect(await db.callAs(who, 'admin_disputas', { p_cerradas: false })).toEqual(refused);
      expect(await db.callAs(who, 'admin_disputa', { p_disputa: id })).toEqual(refused);
      expect(await db.callAs(who, 'admin_devoluciones', {})).toEqual(refused);
      expect(await keep(who, id, '', 'Texto')).toEqual(refused);
      expect(await send(who, id, 'Texto')).toEqual(refused);
      await expect(db.asUser(who, (tx) => tx`select texto from public.respuestas_disputa`)).rejects.toThrow(
        /permission/,
      );
      await expect(db.asUser(who, (tx) => tx`select id from public.descargas_hechas`)).rejects.toThrow(/permission/);
    }
  });
});

test('open disputes that can still be answered come first', async () => {
  const { payment } = await sale();
  const [soon, sent] = [await dispute(payment, { vence_at: days(1) }), await dispute(payment, { vence_at: days(1) })];
  await keep(admin, sent, '', 'Lo descargó');
  await send(admin, sent, 'Lo descargó');
  await sql`insert into disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at, vence_at, version)
    select ${payment.id}, 'stripe', 'du_old_' || n, 'abierta', 1000, now(), now() - interval '1 day', 1
    from generate_series(1, 200) n`;
  const { disputas } = await db.callAs(admin, 'admin_disputas', { p_cerradas: false });
  const listed = (disputas as Array<{ id: string }>).map(({ id }) => id);
  await sql`delete from disputas where referencia like 'du_old_%'`;
  expect([listed.includes(soon), listed.includes(sent)]).toEqual([true, false]);
});

describe('the response to a dispute', () => {
  test('is a draft that two admins cannot overwrite', async () => {
    const { payment } = await sale();
    const id = await dispute(payment, { vence_at: days(5) });
    expect(await keep(admin, id, 'La propuesta', 'Primero')).toEqual({ ok: true });
    expect(await keep(other, id, 'La propuesta', 'Segundo')).toEqual({
      ok: false,
      error: 'conflicto',
      texto: 'Primero',
    });
    const both = await Promise.all([keep(admin, id, 'Primero', 'Uno'), keep(other, id, 'Primero', 'Dos')]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await keep(admin, id, '', ' ')).toEqual({ ok: false, error: 'texto_no_valido' });
    expect(await keep(admin, id, '', 'x'.repeat(20_001))).toEqual({ ok: false, error: 'texto_no_valido' });
  });

  test('is sent as shown, once, and is immutable afterwards', async () => {
    const { payment } = await sale();
    const id = await dispute(payment, { vence_at: days(5) });
    expect(await send(admin, id, 'Nada')).toEqual({ ok: false, error: 'texto_no_valido' });
    await keep(admin, id, '', 'Lo descargó');
    expect(await send(other, id, 'Otra cosa')).toEqual({ ok: false, error: 'conflicto', texto: 'Lo descargó' });
    const orders = await Promise.all([send(admin, id, 'Lo descargó'), send(other, id, 'Lo descargó')]);
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).toMatchObject({
      ok: true,
      proveedor: 'stripe',
      texto: 'Lo descargó',
      pruebas: { pedidos: [{}] },
    });
    expect(
      await sql`select 1 from auditoria where accion = 'responder_disputa' and objeto_id = ${payment.id}`,
    ).toHaveLength(1);
    // A submitted answer is no draft, and the job finds it if its submission was lost.
    expect(await keep(admin, id, 'Lo descargó', 'Cambiado')).toEqual({ ok: false, error: 'ya_enviada' });
    const waiting = async () =>
      ((await db.callService('respuestas_por_enviar', {})).respuestas as Array<{ disputa_id: string }>).filter(
        ({ disputa_id }) => disputa_id === id,
      );
    expect(await waiting()).toEqual([]);
    await sql`update respuestas_disputa set editada_at = now() - interval '2 minutes' where disputa_id = ${id}`;
    expect(await waiting()).toHaveLength(1);
    await close(id, null);
    await close(id, 'late');
    expect(await answerOf(id)).toEqual({ texto: 'Lo descargó', estado: 'enviada', error: null });
    expect(await send(admin, id, 'Lo descargó')).toEqual({ ok: false, error: 'ya_enviada' });
    await expect(sql`update respuestas_disputa set texto = 'Otro' where disputa_id = ${id}`).rejects.toThrow(
      /not changed/,
    );
    await expect(sql`update respuestas_disputa set estado = 'borrador' where disputa_id = ${id}`).rejects.toThrow(
      /not changed/,
    );
    // The sent evidence is shown later, not the current data.
    await sql`update adquisiciones set descargas = 9 where pago_id = ${payment.id}`;
    expect(await db.callAs(admin, 'admin_disputa', { p_disputa: id })).toMatchObject({
      respuesta: 'enviada',
      pruebas: { pedidos: [{ descargas: 0 }] },
    });
  });

  test('returns to a draft if the provider refuses it', async () => {
    const { payment } = await sale();
    const id = await dispute(payment, { vence_at: days(5) });
    await keep(admin, id, '', 'Lo descargó');
    await send(admin, id, 'Lo descargó');
    await close(id, 'resource_missing');
    expect(await answerOf(id)).toEqual({ texto: 'Lo descargó', estado: 'borrador', error: 'resource_missing' });
    expect(await keep(admin, id, 'Lo descargó', 'Lo descargó dos veces')).toEqual({ ok: true });
    expect(await send(admin, id, 'Lo descargó dos veces')).toMatchObject({ ok: true });
  });

  test('is available only while the provider accepts it, with its length limit', async () => {
    const openWith = async (facts: Facts) => {
      const id = await dispute((await sale()).payment, facts);
      const shown = await db.callAs(admin, 'admin_disputa', { p_disputa: id });
      return { id, shown: [shown.se_puede_responder, shown.largo] };
    };
    const open = await openWith({ vence_at: days(1) });
    expect(open.shown).toEqual([true, 20_000]);
    expect((await openWith({ fase: 'consulta' })).shown).toEqual([true, 20_000]);
    for (const facts of [{ fase: 'sin_decidir' }, { fase: 'perdida' }, { vence_at: days(-1) }]) {
      expect((await openWith(facts)).shown, JSON.stringify(facts)).toEqual([false, 20_000]);
    }
    await sql`update disputas set proveedor = 'paypal' where id = ${open.id}`;
    const { disputas } = await db.callAs(admin, 'admin_disputas', { p_cerradas: false });
    const listed = (disputas as Array<Answer & { id: string }>).find(({ id }) => id === open.id);
    expect(listed).toMatchObject({ se_puede_responder: true, largo: 2000 });
  });

  test('is not sent after the deadline, nor for a closed dispute', async () => {
    const [late, lost] = [await sale(), await sale()];
    const lateId = await dispute(late.payment, { vence_at: days(1) });
    await keep(admin, lateId, '', 'Tarde');
    const reasonAt = (left: string) =>
      sql.begin(async (begun) => {
        const tx = begun as unknown as typeof sql;
        await tx`update disputas set vence_at = now() + ${left}::interval where id = ${lateId}`;
        return (await tx`select privado.motivo_no_responde(d) as reason from disputas d where id = ${lateId}`)[0]
          ?.reason;
      });
    expect([await reasonAt('1 second'), await reasonAt('0')]).toEqual([null, 'fuera_de_plazo']);
    expect(await send(admin, lateId, 'Tarde')).toEqual({ ok: false, error: 'fuera_de_plazo' });
    const lostId = await dispute(lost.payment, { fase: 'perdida' });
    expect(await keep(admin, lostId, '', 'Tarde')).toEqual({ ok: false, error: 'disputa_cerrada' });
  });
});

describe('the files of a response', () => {
  const open = async (proveedor = 'stripe') => {
    const id = await dispute((await sale()).payment, { vence_at: days(5) });
    if (proveedor !== 'stripe') await sql`update disputas set proveedor = ${proveedor} where id = ${id}`;
    return id;
  };
  type Given = { clase?: string; tipo?: string; bytes?: number };
  const ask = (who: string, id: string, given: Given = {}) =>
    db.callAs(who, 'anadir_prueba', {
      p_disputa: id,
      p_clase: given.clase ?? 'recibo',
      p_nombre: 'recibo.pdf',
      p_nota: ' La factura ',
      p_tipo: given.tipo ?? 'application/pdf',
      p_bytes: given.bytes ?? 1000,
    });
  const arrive = (who: string, path: string) =>
    db.asUser(
      who,
      (tx) => tx`insert into storage.objects (bucket_id, name) values ('pruebas', ${path.slice('pruebas/'.length)})`,
    );
  const add = async (who: string, id: string, given: Given = {}) => {
    const { ruta } = (await ask(who, id, given)) as unknown as { ruta?: string };
    if (ruta) await arrive(who, ruta);
    return ruta ?? '';
  };
  const sendWith = (id: string, p_texto: string, p_archivos: string[]) =>
    db.callAs(admin, 'enviar_respuesta', { p_disputa: id, p_texto, p_archivos });
  const shown = async (id: string) =>
    ((await db.callAs(admin, 'admin_disputa', { p_disputa: id })).archivos as Array<{ ruta: string }>).map(
      ({ ruta }) => ruta,
    );
  const reads = async (who: string, path: string) =>
    (await db.asUser(who, (tx) => tx`select 1 from storage.objects where bucket_id || '/' || name = ${path}`)).length;

  test('are stored and read by admins only, and logged', async () => {
    const id = await open();
    for (const who of [moderator, stranger]) expect(await ask(who, id)).toEqual({ ok: false, error: 'sin_permiso' });
    const { ruta } = (await ask(admin, id)) as unknown as { ruta: string };
    expect(await shown(id)).toEqual([]);
    for (const who of [stranger, other]) await expect(arrive(who, ruta)).rejects.toThrow(/policy/);
    await expect(arrive(admin, ruta.replace(/[^/]+$/, 'otro.pdf'))).rejects.toThrow(/policy/);
    for (const change of ['retirado_at = now()', `created_at = now() - interval '5 minutes'`]) {
      await sql.unsafe(`update archivos_disputa set ${change} where ruta = '${ruta}'`);
      await expect(arrive(admin, ruta), change).rejects.toThrow(/policy/);
      await sql`update archivos_disputa set retirado_at = null, created_at = now() where ruta = ${ruta}`;
    }
    // Within a transaction, `now()` stands still.
    const may = (age: string) =>
      sql.begin(async (begun) => {
        const tx = begun as unknown as typeof sql;
        await tx`update archivos_disputa set created_at = now() - ${age}::interval where ruta = ${ruta}`;
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: admin, aal: 'aal2' })}, true)`;
        return (await tx`select privado.puede_subir(${ruta}) as may`)[0]?.may;
      });
    expect([await may('5 minutes'), await may('4 minutes 59.999999 seconds'), await may('0')]).toEqual([
      false,
      true,
      true,
    ]);
    await arrive(admin, ruta);
    expect(await shown(id)).toEqual([ruta]);
    expect([await reads(admin, ruta), await reads(moderator, ruta), await reads(stranger, ruta)]).toEqual([1, 0, 0]);
    const [row] = await sql`select nota, subido_por from archivos_disputa where ruta = ${ruta}`;
    expect(row).toEqual({ nota: 'La factura', subido_por: admin });
    const [act] = await sql`select accion from auditoria order by id desc limit 1`;
    expect(act?.accion).toBe('anadir_prueba');
    const unknown = ruta.replace(/[^/]+$/, 'otro.pdf');
    await sql`insert into storage.objects (bucket_id, name) values ('pruebas', ${unknown.slice('pruebas/'.length)})`;
    await add(other, await open());
    expect(await reads(admin, unknown)).toBe(0);
    await sql`update archivos_disputa set retirado_at = now() where ruta = ${ruta}`;
    expect(await reads(admin, ruta)).toBe(0);
  });

  test.each<[string, Given[], string]>([
    ['stripe', [{ tipo: 'image/gif' }], 'tipo_no_valido'],
    ['stripe', [{ tipo: 'text/html' }], 'tipo_no_valido'],
    ['stripe', [{ bytes: 5_242_881 }], 'demasiado_grande'],
    ['stripe', [{}, {}], 'clase_repetida'],
    ['stripe', [{ bytes: 3_000_000 }, { clase: 'otro', bytes: 3_000_000 }], 'demasiado_en_total'],
    ['stripe', [{ clase: 'foto' }], 'datos_no_validos'],
    ['paypal', [{ bytes: 10_000_000 }], 'demasiado_grande'],
    ['paypal', Array.from({ length: 6 }, () => ({ bytes: 9_000_000 })), 'demasiado_en_total'],
  ])('at %s are limited to its types and sizes', async (provider, given, error) => {
    const id = await open(provider);
    for (const file of given.slice(0, -1)) expect(await ask(admin, id, file)).toMatchObject({ ok: true });
    expect(await ask(admin, id, given.at(-1))).toEqual({ ok: false, error });
  });

  test.each<[string, Given[], string]>([
    ['stripe', [{ bytes: 4_718_592 }, { clase: 'otro', bytes: 1 }], 'demasiado_en_total'],
    ['stripe', [{ bytes: 4_718_591 }, { clase: 'otro', bytes: 1 }, { bytes: 0 }], 'demasiado_grande'],
    ['paypal', Array.from({ length: 21 }, () => ({ bytes: 1 })), 'demasiado_en_total'],
    [
      'paypal',
      [...Array.from({ length: 5 }, () => ({ bytes: 9_999_999 })), { bytes: 5 }, { bytes: 1 }],
      'demasiado_en_total',
    ],
  ])('at %s may be as large and as many as that, and no more', async (provider, given, error) => {
    const id = await open(provider);
    for (const file of given.slice(0, -1)) expect(await ask(admin, id, file)).toMatchObject({ ok: true });
    expect(await ask(admin, id, given.at(-1))).toEqual({ ok: false, error });
  });

  test('are sent as reviewed and cannot change afterwards', async () => {
    const id = await open();
    const [one, two] = [await add(admin, id), await add(other, id, { clase: 'otro' })];
    const { ruta: late } = (await ask(admin, id, { clase: 'entrega' })) as unknown as { ruta: string };
    await keep(admin, id, '', 'Lo descargó');
    for (const files of [[], [one], [one, two, late]]) {
      expect(await sendWith(id, 'Lo descargó', files)).toEqual({ ok: false, error: 'archivos_cambiados' });
    }
    expect(await sendWith(id, 'Lo descargó', [two, one])).toMatchObject({
      ok: true,
      pruebas: { archivos: [{ ruta: one, clase: 'recibo' }, { ruta: two }] },
    });
    await expect(arrive(admin, late)).rejects.toThrow(/policy/);
    expect(await ask(admin, id, { clase: 'condiciones' })).toEqual({ ok: false, error: 'ya_enviada' });
    const remove = await db.callAs(admin, 'quitar_prueba', { p_disputa: id, p_ruta: one });
    expect(remove).toEqual({ ok: false, error: 'ya_enviada' });
    await close(id, 'refused');
    expect(await db.callAs(admin, 'quitar_prueba', { p_disputa: id, p_ruta: one })).toEqual({ ok: true });
    expect(await shown(id)).toEqual([two]);
    expect(await sendWith(id, 'Lo descargó', [two])).toMatchObject({ ok: true });
    await close(id, null);
    expect(await shown(id)).toEqual([two]);
  });

  test('added by another admin during the submission are not sent unseen', async () => {
    const id = await open();
    const file = await add(admin, id);
    await keep(admin, id, '', 'Lo descargó');
    const [sent, added] = await Promise.all([sendWith(id, 'Lo descargó', [file]), ask(other, id, { clase: 'otro' })]);
    expect(sent).toMatchObject({ ok: true });
    if (added.ok) await expect(arrive(other, String(added.ruta))).rejects.toThrow(/policy/);
    else expect(added.error).toBe('ya_enviada');
    expect(await shown(id)).toEqual([file]);
  });

  test('are deleted after their removal, and a year after a decided dispute was opened', async () => {
    const id = await open();
    const [gone, kept] = [await add(admin, id), await add(admin, id, { clase: 'otro' })];
    const list = async () =>
      (await sql`select pruebas_retiradas as path from pruebas_retiradas()`).map(({ path }) => path);
    await db.callAs(admin, 'quitar_prueba', { p_disputa: id, p_ruta: gone });
    await sql`update archivos_disputa set retirado_at = now() - interval '1 hour' where ruta = ${gone}`;
    expect(await list()).toEqual([gone]);
    await db.callService('olvidar_pruebas', { p_rutas: [gone] });
    expect(await sql`select 1 from archivos_disputa where ruta = ${gone}`).toHaveLength(1);
    await sql`update disputas set fase = 'ganada', abierta_at = now() - interval '11 months' where id = ${id}`;
    await list();
    const retired = () => sql`select 1 from archivos_disputa where ruta = ${kept} and retirado_at is not null`;
    expect(await retired()).toHaveLength(0);
    await sql`update disputas set abierta_at = now() - interval '13 months' where id = ${id}`;
    await list();
    expect(await retired()).toHaveLength(1);
    expect(await reads(admin, kept)).toBe(0);
  });
});

test('refunds are listed with amount and initiator, and the provider’s own ones are notified', async () => {
  const { payment } = await sale({ nombre: 'Torre', nombre_en: 'Tower' });
  const reportRefund = (referencia: string, centimos: number) =>
    db.callService('anotar_reversiones', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_hechos: sql.json({
        reembolsos: [{ referencia, estado: 'hecho', centimos, created_at: '2026-11-01T10:00:00Z' }],
      } as never),
      p_pago: payment.id,
    });
  await reportRefund('re_panel', 300);
  await reportRefund('re_panel', 300);
  await db.callAs(admin, 'pedir_reembolso_parcial', {
    p_pago: payment.id,
    p_motivo: 'Una parte',
    p_centimos: 200,
    p_clave: `clave-${payment.id}`,
  });
  const { devoluciones } = await db.callAs(admin, 'admin_devoluciones', {});
  const own = (devoluciones as Array<{ pago_id: string }>).filter(({ pago_id }) => pago_id === payment.id);
  const [name] = await sql`select display_name from usuarios_meta where id = ${admin}`;
  expect(own).toMatchObject([
    { centimos: 200, total_centimos: 1000, estado: 'pedido', motivo: 'Una parte', pedido_por: name?.display_name },
    { centimos: 300, total_centimos: 1000, estado: 'hecho', pedido_por: null, nombre: 'Torre', nombre_en: 'Tower' },
  ]);
  const bells = await sql`select user_id, datos from notificaciones
    where tipo = 'devolucion' and datos ->> 'pago_id' = ${payment.id}`;
  expect(bells.map(({ user_id }) => user_id).toSorted()).toEqual([admin, other].toSorted());
  for (const { datos } of bells) expect(datos).toMatchObject({ centimos: 300, nombre: 'Torre', nombre_en: 'Tower' });
});

test('a refund of a bundle by the provider is notified with the names of the bundle', async () => {
  const products = [await createProduct(sql), await createProduct(sql)];
  const bundle = await createBundle(sql, products, { nombre: 'Todo', nombre_en: 'All of it' });
  const payment = await buy(db, await createUser(sql), { bundle });
  await refundAll(db, payment);
  const bells = await sql`select datos ->> 'nombre' as es, datos ->> 'nombre_en' as en from notificaciones
    where tipo = 'devolucion' and datos ->> 'pago_id' = ${payment.id}`;
  expect(bells).toContainEqual({ es: 'Todo', en: 'All of it' });
});
