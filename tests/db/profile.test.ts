import { beforeEach, describe, expect, test } from 'vitest';
import { readProfileLink } from '@/lib/catalog/profile-links';
import { createFactor, createProduct, createUser, givePassword } from './factories.ts';
import { openDatabase } from './harness.ts';

const { sql, asAnon, callAs } = await openDatabase({ connections: 4 });

const ok = { ok: true };
const refusal = (error: string) => ({ ok: false, error });
const links = (who: string, p_enlaces: string[]) => callAs(who, 'guardar_enlaces', { p_enlaces });
const linksOf = async (who: string) => (await sql`select enlaces from usuarios_meta where id = ${who}`)[0]?.enlaces;
async function createCreator(products = 1) {
  const creator = await createUser(sql);
  const made = [];
  for (let count = 0; count < products; count += 1) made.push(await createProduct(sql, { usuario_id: creator }));
  return { creator, products: made };
}
async function createModerator() {
  const id = await createUser(sql, { role: 'moderador' });
  await createFactor(sql, id);
  return id;
}

beforeEach(() => sql`delete from productos_fijados`);

describe('the links of a profile', () => {
  test('are replaced as a whole by creators with a product on sale, and removed by anybody', async () => {
    const { creator, products } = await createCreator();
    const two = ['https://discord.gg/x', 'https://xn--and-6ma2c.es/'];
    expect(await links(creator, two)).toEqual(ok);
    expect(await links(creator, two)).toEqual(ok);
    expect(await linksOf(creator)).toEqual(two);
    await sql`update productos set status = 'rejected' where id = ${products[0] ?? ''}`;
    expect(await links(creator, ['https://otra.es/'])).toEqual(refusal('sin_productos'));
    expect(await links(creator, two.slice(0, 1))).toEqual(ok);
    expect(await links(creator, [])).toEqual(ok);
    expect(await links(await createUser(sql), ['https://discord.gg/x'])).toEqual(refusal('sin_productos'));
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${creator}`;
    expect(await links(creator, [])).toEqual(refusal('sin_sesion'));
  });

  test('are at most six distinct and normalised addresses', async () => {
    const { creator } = await createCreator();
    const many = Array.from({ length: 7 }, (_, number) => `https://a${number}.es/`);
    expect(await links(creator, many)).toEqual(refusal('datos_no_validos'));
    expect(await links(creator, many.slice(1))).toEqual(ok);
    expect(await links(creator, ['https://a.es/', 'https://a.es/'])).toEqual(refusal('datos_no_validos'));
    for (const address of [
      'https://discord.gg/AbC',
      'https://www.youtube.com/@ana?x=1#y',
      'https://xn--and-6ma2c.es/a%20b',
      'http://a.es/',
      'https://a.es',
      'https://A.es/',
      'https://ñandú.es/',
      'https://ana:clave@a.es/',
      'https://a.es:8443/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://caja.local/',
      'https://router.lan/',
      'https://metadata.google.internal/',
      'https://mi_web.es/',
      'https://a.es./',
      'https://a.es/a b',
      'javascript:alert(1)',
      `https://a.es/${'a'.repeat(187)}`,
      `https://a.es/${'a'.repeat(188)}`,
      '',
    ]) {
      const read = readProfileLink(address);
      const isStored = read.ok && read.value === address;
      expect([address, await links(creator, [address])]).toEqual([
        address,
        isStored ? ok : refusal('datos_no_validos'),
      ]);
    }
  });

  test('are taken down by a moderator, restored by a granted appeal, and erased with the account', async () => {
    const { creator } = await createCreator();
    const two = ['https://discord.gg/x', 'https://a.es/'];
    await links(creator, two);
    const [reporter, moderator, judge] = [await createUser(sql), await createModerator(), await createModerator()];
    await callAs(reporter, 'reportar', { p_tipo: 'usuario', p_objeto: creator, p_motivo: 'spam', p_texto: '' });
    const [report] = await sql`select id from reportes where objeto_id = ${creator}`;
    const act = { p_reporte: String(report?.id), p_medidas: ['enlaces'], p_hasta: null, p_motivo: 'Publicidad' };
    expect(await callAs(moderator, 'actuar_en_reporte', act)).toMatchObject(ok);
    expect(await linksOf(creator)).toEqual([]);
    const [measure] = await sql`select id, tipo from medidas where user_id = ${creator}`;
    expect(measure?.tipo).toBe('enlaces');
    await callAs(creator, 'apelar_medida', { p_medida: String(measure?.id), p_texto: 'Son de mi servidor.' });
    const [appeal] = await sql`select id from reportes where objeto_tipo = 'medida' and user_id = ${creator}`;
    const decision = { p_reporte: String(appeal?.id), p_estado: 'resuelto', p_nota: 'Es verdad' };
    expect(await callAs(judge, 'resolver_reporte', decision)).toMatchObject(ok);
    expect(await linksOf(creator)).toEqual(two);
    await callAs(creator, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, creator) });
    expect(await linksOf(creator)).toEqual([]);
  });
});

describe('pinned products of a profile', () => {
  const pin = (who: string, p_productos: string[]) => callAs(who, 'fijar_productos', { p_productos });
  const shown = async (who: string) =>
    (await asAnon((tx) => tx`select producto_id from productos_fijados where usuario_id = ${who} order by orden`)).map(
      ({ producto_id }) => String(producto_id),
    );

  const choices = async (who: string) => {
    const { fijados, productos } = await callAs<{ fijados: string[]; productos: Array<{ id: string }> }>(
      who,
      'mis_fijados',
      {},
    );
    return { fijados, productos: productos.map(({ id }) => id) };
  };

  test('are up to three own products on sale, in a chosen order', async () => {
    const { creator, products } = await createCreator(4);
    const [one = '', two = '', three = '', four = ''] = products;
    expect(await pin(creator, [three, one, two])).toEqual(ok);
    expect(await shown(creator)).toEqual([three, one, two]);
    expect(await pin(creator, [two, three])).toEqual(ok);
    expect(await shown(creator)).toEqual([two, three]);
    const other = await createCreator();
    const { fijados, productos } = await choices(creator);
    expect(fijados).toEqual([two, three]);
    expect(productos.toSorted()).toEqual(products.toSorted());
    expect(await pin(creator, [one, two, three, four])).toEqual(refusal('datos_no_validos'));
    expect(await pin(creator, [one, one])).toEqual(refusal('datos_no_validos'));
    expect(await pin(creator, [other.products[0] ?? ''])).toEqual(refusal('producto_no_valido'));
    const waiting = await createProduct(sql, { usuario_id: creator, status: 'pending' });
    expect(await pin(creator, [waiting])).toEqual(refusal('producto_no_valido'));
    expect(await shown(creator)).toEqual([two, three]);
    expect(await pin(creator, [])).toEqual(ok);
    expect(await shown(creator)).toEqual([]);
  });

  test('are hidden while taken down or archived', async () => {
    const { creator, products } = await createCreator(2);
    const [one = '', two = ''] = products;
    await pin(creator, [one, two]);
    await sql`update productos set status = 'rejected' where id = ${one}`;
    expect(await shown(creator)).toEqual([two]);
    expect(await choices(creator)).toEqual({ fijados: [two], productos: [two] });
    await sql`update productos set status = 'approved' where id = ${one}`;
    await sql`update productos set archivado_at = now() where id = ${two}`;
    expect(await shown(creator)).toEqual([one]);
    expect(await choices(creator)).toEqual({ fijados: [one], productos: [one] });
    expect(await choices((await createCreator()).creator)).toMatchObject({ fijados: [] });
    await sql`update productos set archivado_at = null where id = ${two}`;
    expect(await shown(creator)).toEqual([one, two]);
  });

  test('are those of one request after concurrent changes', async () => {
    const { creator, products } = await createCreator(3);
    const [one = '', two = '', three = ''] = products;
    const answers = await Promise.all([pin(creator, [one, two]), pin(creator, [three, two]), pin(creator, [two, one])]);
    expect(answers).toEqual([ok, ok, ok]);
    expect([
      [one, two],
      [three, two],
      [two, one],
    ]).toContainEqual(await shown(creator));
  });
});

test('a telephone number has the characters that its form accepts', async () => {
  const who = await createUser(sql);
  const save = (phone: string) =>
    callAs(who, 'guardar_perfil', { p_base: sql.json({ phone: '' }), p_cambios: sql.json({ phone }) });
  expect(await save('llámame')).toEqual(refusal('datos_no_validos'));
  expect(await save('+34 (600) 1.2-3')).toEqual(ok);
});
