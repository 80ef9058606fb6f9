import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });

/** A moment as it is typed in the panel: by the clocks of Spain. */
const typed = async (from: string) =>
  String((await sql`select privado.momento_escrito(now() + ${from}::interval) as text`)[0]?.text);

type Draft = Record<string, unknown>;
const draft = async (change: Draft = {}) => ({
  titulo: 'Obras esta noche',
  titulo_en: 'Works tonight',
  texto: 'La tienda cierra una hora.',
  texto_en: 'The shop closes for an hour.',
  enlace: '',
  desde: await typed('-1 hour'),
  hasta: await typed('1 day'),
  en_barra: true,
  por_correo: false,
  ...change,
});
const save = async (change: Draft = {}, id: number | null = null, version: number | null = null) =>
  db.callAs<{ ok: boolean; id: number; error?: string }>(admin, 'admin_guardar_anuncio', {
    p_id: id,
    p_version: version,
    p_datos: sql.json((await draft(change)) as never),
  });
const publish = (id: number, version = 1) =>
  db.callAs(admin, 'admin_publicar_anuncio', { p_id: id, p_version: version });
const stop = (id: number) => db.callAs(admin, 'admin_detener_anuncio', { p_id: id });
const announce = async (change: Draft = {}) => {
  const { id } = await save(change);
  expect(await publish(id)).toEqual({ ok: true });
  return id;
};
const unread = async (who: string) => Number((await db.callAs<{ avisos: number }>(who, 'quien_soy', {})).avisos);
const bell = async (who: string) =>
  (await db.callAs<{ id: number; visto: boolean }[]>(who, 'mis_anuncios', {})).map(({ id, visto }) => [id, visto]);
const shownTo = async (who: string | null) => {
  const read = (tx: typeof sql) => tx`select id::int from anuncios order by id`;
  const rows = who ? await db.asUser(who, read as never) : await db.asAnon(read as never);
  return (rows as unknown as { id: number }[]).map(({ id }) => id);
};
const write = (limit = 1000) => db.callService<number>('escribir_anuncios', { p_limite: limit });
const mailsOf = async (id: number) =>
  (await sql`select user_id from correos where plantilla = 'anuncio' and datos ->> 'anuncio' = ${String(id)}`).map(
    ({ user_id }) => user_id,
  );
const reader = async () => {
  const user = await createUser(sql);
  await db.callAs(user, 'guardar_preferencias', { p_anuncios: true });
  return user;
};

beforeEach(async () => {
  await sql`delete from anuncios`;
  await sql`delete from correos`;
  await sql`delete from preferencias_aviso`;
});

describe('an announcement', () => {
  test('is visible to everybody between its dates only', async () => {
    const person = await createUser(sql);
    const drafted = await save();
    const later = await announce({ desde: await typed('2 hours') });
    const now = await announce();
    for (const who of [null, person, admin]) expect(await shownTo(who)).toEqual([now]);
    expect(await bell(person)).toEqual([[now, false]]);
    await sql`update anuncios set inicio = now() where id = ${later}`;
    await sql`update anuncios set hasta = now() - interval '1 second', desde = now() - interval '2 days' where id = ${now}`;
    expect(await shownTo(null)).toEqual([later]);
    expect(await bell(person)).toEqual([[later, false]]);
    expect(drafted).toMatchObject({ ok: true });
    // The progress of the mails names a person.
    await expect(db.asAnon((tx) => tx`select contado_hasta from anuncios`)).rejects.toThrow(/permission denied/);
  });

  test('is in the preview of banners from its start until its end', async () => {
    const moments = { desde: '2090-01-01T10:00', hasta: '2090-01-01T11:00' };
    const banner = await announce(moments);
    await announce({ ...moments, en_barra: false });
    await save(moments);
    const at = async (p_momento: string) => {
      const { ok, anuncios } = await db.callAs(admin, 'admin_anuncios_en', { p_momento });
      expect(ok).toBe(true);
      return (anuncios as { id: number }[]).map(({ id }) => id);
    };
    for (const moment of ['2090-01-01T10:00', '2090-01-01T10:59']) expect(await at(moment), moment).toEqual([banner]);
    for (const moment of ['2090-01-01T09:59', '2090-01-01T11:00']) expect(await at(moment), moment).toEqual([]);
  });

  test('counts as unread until the bell is opened, without rows per person, and not for new accounts', async () => {
    const [person, other] = [await createUser(sql), await createUser(sql)];
    await announce();
    expect([await unread(person), await unread(other)]).toEqual([1, 1]);
    expect((await sql`select from preferencias_aviso where user_id in ${sql([person, other])}`).length).toBe(0);
    for (let time = 0; time < 2; time += 1) await db.callAs(person, 'marcar_avisos_leidos', {});
    expect([await unread(person), await unread(other)]).toEqual([0, 1]);
    const second = await announce();
    expect(await unread(person)).toBe(1);
    expect((await bell(person)).map(([, seen]) => seen)).toEqual([false, true]);
    const newcomer = await createUser(sql);
    expect(await unread(newcomer)).toBe(0);
    await stop(second);
    expect(await unread(person)).toBe(0);
    // Marking as read keeps the person's preferences.
    await db.callAs(other, 'guardar_preferencias', { p_anuncios: true });
    await db.callAs(other, 'marcar_avisos_leidos', {});
    expect(await sql`select correo_anuncios, correo_resumen from preferencias_aviso where user_id = ${other}`).toEqual([
      { correo_anuncios: true, correo_resumen: true },
    ]);
  });

  test('can be changed only as a draft, based on the latest version, and each change is logged', async () => {
    const { id } = await save();
    expect(await save({ titulo: 'Uno' }, id, 1)).toMatchObject({ ok: true });
    expect(await save({ titulo: 'Otro' }, id, 1)).toEqual({ ok: false, error: 'conflicto' });
    expect(await publish(id, 1)).toEqual({ ok: false, error: 'conflicto' });
    expect(await publish(id, 2)).toEqual({ ok: true });
    expect(await publish(id, 3)).toEqual({ ok: false, error: 'anuncio_publicado' });
    expect(await save({}, id, 3)).toEqual({ ok: false, error: 'anuncio_publicado' });
    expect(await db.callAs(admin, 'admin_borrar_anuncio', { p_id: id })).toEqual({
      ok: false,
      error: 'anuncio_publicado',
    });
    const other = await announce();
    expect(await stop(id)).toEqual({ ok: true, estado: 'detenido' });
    expect(await stop(id)).toEqual({ ok: false, error: 'anuncio_no_publicado' });
    expect(await sql`select estado from anuncios where id = ${other}`).toEqual([{ estado: 'publicado' }]);
    const acts = await sql`select accion from auditoria where objeto_tipo = 'anuncio' and objeto_id = ${String(id)}
      order by id`;
    expect(acts.map(({ accion }) => accion)).toEqual([
      'crear_anuncio',
      'editar_anuncio',
      'publicar_anuncio',
      'detener_anuncio',
    ]);
    const planned = await announce({ desde: await typed('1 hour') });
    expect(await stop(planned)).toEqual({ ok: true, estado: 'borrador' });
    expect(await db.callAs(admin, 'admin_borrar_anuncio', { p_id: planned })).toEqual({ ok: true });
    expect((await sql`select id::int from anuncios order by id`).map((row) => row.id)).toEqual([id, other]);
  });

  test.each<[string, Draft, string]>([
    ['without a title', { titulo: ' ' }, 'anuncio_no_valido'],
    ['without its English text', { texto_en: undefined }, 'anuncio_no_valido'],
    ['that links elsewhere', { enlace: '//mal.example' }, 'anuncio_no_valido'],
    ['that links elsewhere by a backslash', { enlace: '/\\mal.example' }, 'anuncio_no_valido'],
    ['with a script', { enlace: 'javascript:alert(1)' }, 'anuncio_no_valido'],
    ['that ends before it begins', { desde: '2030-01-02T10:00', hasta: '2030-01-02T10:00' }, 'fechas_no_validas'],
    ['on a day that does not exist', { hasta: '2030-02-31T10:00' }, 'fechas_no_validas'],
  ])('%s is refused', async (_what, change, error) => {
    expect(await save(change)).toEqual({ ok: false, error });
  });

  test('cannot be published after its end', async () => {
    const { id } = await save({ desde: '2020-01-01T10:00', hasta: '2020-01-02T10:00' });
    expect(await publish(id)).toEqual({ ok: false, error: 'fechas_no_validas' });
  });

  test('interprets times as Spanish time in summer and winter', async () => {
    const { id } = await save({ desde: '2030-07-01T10:00', hasta: '2030-12-01T10:00' });
    const [row] = await sql`select desde = '2030-07-01T08:00Z' as summer, hasta = '2030-12-01T09:00Z' as winter
      from anuncios where id = ${id}`;
    expect(row).toEqual({ summer: true, winter: true });
  });
});

describe('the mails of an announcement', () => {
  test('go once to each subscriber, in parts, and with two concurrent jobs', async () => {
    const readers = await Promise.all(Array.from({ length: 25 }, reader));
    const [quiet, banned] = [await createUser(sql), await reader()];
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${banned}`;
    const id = await announce({ por_correo: true });
    expect(await write(10)).toBe(10);
    for (let run = 0; run < 4; run += 1) await Promise.all([write(5), write(5)]);
    expect(await write()).toBe(0);
    const written = await mailsOf(id);
    expect(written).not.toContain(quiet);
    expect(written.sort()).toEqual(readers.sort());
    expect((await sql`select correos from anuncios where id = ${id}`)[0]?.correos).toBe(25);
    // A later reader has not subscribed to this one, and an announcement without mail sends none.
    await reader();
    await announce();
    expect(await write()).toBe(0);
  });

  test('wait for their date, and end with it', async () => {
    await reader();
    const later = await announce({ por_correo: true, desde: await typed('1 hour') });
    expect(await write()).toBe(0);
    await sql`update anuncios set inicio = now() - interval '2 days', desde = now() - interval '2 days',
      hasta = now() - interval '1 day' where id = ${later}`;
    expect(await write()).toBe(0);
    expect(await mailsOf(later)).toEqual([]);
  });

  test('are not sent after its end', async () => {
    await reader();
    const id = await announce({ por_correo: true });
    await write();
    expect(
      await sql`select c.caduca_at = a.hasta as same from correos c join anuncios a on a.id = ${id}
        where c.plantilla = 'anuncio' and c.datos ->> 'anuncio' = ${String(id)}`,
    ).toEqual([{ same: true }]);
  });

  test('are not sent once it is stopped, even if the job is running', async () => {
    await Promise.all(Array.from({ length: 8 }, reader));
    const id = await announce({ por_correo: true });
    await Promise.all([write(), stop(id), write()]);
    expect(await write()).toBe(0);
    expect(await mailsOf(id)).toEqual([]);
  });

  test('of other announcements, and those sent before, stay when one is stopped', async () => {
    const [first, second] = [await reader(), await reader()];
    const [stopped, other] = [await announce({ por_correo: true }), await announce({ por_correo: true })];
    await write();
    await sql`update correos set estado = 'enviado', enviado_at = now()
      where user_id = ${first} and datos ->> 'anuncio' = ${String(stopped)}`;
    expect(await stop(stopped)).toEqual({ ok: true, estado: 'detenido' });
    expect(await mailsOf(stopped)).toEqual([first]);
    expect((await mailsOf(other)).sort()).toEqual([first, second].sort());
  });

  test('pause when their number would delay other mails', async () => {
    const person = await reader();
    await announce({ por_correo: true });
    await sql`insert into correos (clave, user_id, plantilla) select 'lleno:' || n, ${person}, 'anuncio'
      from generate_series(1, 500) n`;
    expect(await write()).toBe(0);
    await sql`delete from correos where clave like 'lleno:%'`;
    expect(await write()).toBe(1);
  });

  test('have an unsubscribe link for that person alone', async () => {
    const [person, other] = [await reader(), await reader()];
    const id = await announce({ por_correo: true });
    await write();
    const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
    const seal = (kind: string) => createHmac('sha256', key).update(`dejar_correos\n${kind}\n${person}`).digest('hex');
    const leave = (p_usuario: string, p_sello: string) =>
      db.callAnon('dejar_correos', { p_usuario, p_tipo: 'anuncios', p_sello });
    const refused = { ok: false, error: 'sello_no_valido' };
    expect(await leave(other, seal('anuncios'))).toEqual(refused);
    expect(await leave(person, seal('favoritos'))).toEqual(refused);
    for (let time = 0; time < 2; time += 1) {
      expect(await leave(person, seal('anuncios'))).toEqual({ ok: true });
    }
    expect(await mailsOf(id)).toEqual([other]);
  });

  test('find their recipients by an index', async () => {
    const plan = await sql`explain select user_id from preferencias_aviso
      where correo_anuncios and user_id > '00000000-0000-0000-0000-000000000000' order by user_id limit 500`;
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('preferencias_');
  });
});

test('announcements are listed for admins with the newest first, 50 a page and one more', async () => {
  const made = await sql`insert into anuncios (titulo, titulo_en, texto, texto_en, desde, hasta)
    select 'Torneo', 'Tournament', 'El sábado', 'On Saturday', now(), now() + interval '1 day'
    from generate_series(1, 52) returning id`;
  const newest = made.map(({ id }) => Number(id)).toSorted((one, other) => other - one);
  const page = async (p_antes: number | null) => {
    const { anuncios } = await db.callAs(admin, 'admin_anuncios', { p_antes });
    return (anuncios as { id: number }[]).map(({ id }) => id);
  };
  expect(await page(null)).toEqual(newest.slice(0, 51));
  expect(await page(newest[49] ?? 0)).toEqual(newest.slice(50));
});

test('only admins write announcements, and only the job sends them', async () => {
  const person = await createUser(sql);
  const id = await announce({ por_correo: true });
  for (const [name, args] of [
    ['admin_guardar_anuncio', { p_id: id, p_version: 2, p_datos: sql.json({}) }],
    ['admin_publicar_anuncio', { p_id: id, p_version: 2 }],
    ['admin_detener_anuncio', { p_id: id }],
    ['admin_borrar_anuncio', { p_id: id }],
    ['admin_anuncios', {}],
  ] as const) {
    expect(await db.callAs(person, name, args)).toEqual({ ok: false, error: 'sin_permiso' });
  }
  await expect(db.callAs(person, 'escribir_anuncios', {})).rejects.toThrow(/permission denied/);
});
