import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanCode } from '@/lib/vouchers/clean-code';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const { sql, callAs } = await openDatabase();

/** Spellings of one code, as copied from mails, chats and word processors. */
const spellings = (code: string) => [
  code.toLowerCase(),
  ` ${code}\n`,
  `\u200B${code}\u2060`,
  [...code].join(' '),
  [...code].join('\u200D'),
  code.replaceAll('-', '–'),
  code.replaceAll('-', '\u2011'),
  code.replaceAll('-', ' — '),
  code.replaceAll('-', '\u00A0\u2212\u00AD'),
];

test('the database and the shop ignore the same characters of a code', () => {
  const odd = fc.constantFrom(
    '\u{E0041}',
    '\u{1D173}',
    ...'A b\t\n\u00A0\u00AD\u200B\u200D\uFEFF\u2060\u3000\u2009–—‐‑−-Ａé\u0301ñß_İ😀\u202E\uFE0F',
  );
  return fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(odd, fc.integer({ min: 1, max: 0xd7ff }).map(String.fromCharCode))),
      async (all) => {
        const text = all.join('');
        const [row] = await sql`select privado.codigo_limpio(${text}) as code, unicode_assigned(${text}) as is_known`;
        // Node.js may know a newer version of Unicode than the database.
        if (row?.is_known) expect(row.code).toBe(cleanCode(text));
      },
    ),
    { numRuns: 300 },
  );
});

describe('invisible characters are ignored', () => {
  test('in a redeem code, like its hyphens', async () => {
    const code = 'WXYZ-2345-ABCD-6789';
    await sql`insert into codigos_canjes (codigo, id_producto) values (${code}, ${await createProduct(sql)})`;
    const user = await createUser(sql);
    for (const spelling of [...spellings(code), code.replaceAll('-', ''), code.replaceAll('-', ' ')]) {
      expect(await callAs(user, 'ver_codigo', { p_codigo: spelling }), spelling).toMatchObject({ ok: true });
    }
    const typed = { p_codigo: 'wxyz 2345 abcd\u200B6789', p_minecraft_name: 'jugador_1' };
    expect(await callAs(user, 'canjear_codigo', typed)).toMatchObject({ ok: true });
    const twin = sql`insert into codigos_canjes (codigo, id_producto) select 'WXYZ2345ABCD6789', id_producto
      from codigos_canjes where codigo = ${code}`;
    await expect(twin).rejects.toMatchObject({ code: '23505' });
  });

  test('in a coupon, even at its creation', async () => {
    const [admin, producto] = [await createUser(sql, { role: 'admin' }), await createProduct(sql)];
    const made = { p_cupon: null, p_codigo: ' OTONO\u200B–2026 ', p_producto: producto, p_porcentaje: 10 };
    const limits = { p_caduca_at: null, p_usos_max: null, p_usos_por_usuario: null };
    expect(await callAs(admin, 'admin_guardar_cupon', { ...made, ...limits })).toMatchObject({ ok: true });
    expect(await sql`select codigo from codigos_cupones where product_id = ${producto}`).toEqual([
      { codigo: 'OTONO-2026' },
    ]);
    const again = { ...made, ...limits, p_codigo: 'OTONO-2026' };
    expect(await callAs(admin, 'admin_guardar_cupon', again)).toEqual({ ok: false, error: 'codigo_ocupado' });
    for (const spelling of spellings('OTONO-2026')) {
      const [row] = await sql`select exists (select from privado.cupones_de_codigo(${spelling}, ${producto})) as found`;
      expect(row?.found, spelling).toBe(true);
    }
  });
});
