import { expect, test, vi } from 'vitest';
import { createFactor, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;

const request = vi.hoisted(() => ({ user: '', token: '', client: undefined as unknown }));

// Mocks Next.js's request context and the signed-in person; the shop's code, the API and the database are real.
vi.mock('next/server', () => ({ after: () => undefined, connection: async () => {} }));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, revalidateTag: () => undefined }));
vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => ({ getAll: () => [] }) }));
vi.mock('@/lib/core/supabase/server', () => {
  const client = () => {
    const made = request.client as Client;
    const user = { id: request.user, email: 'ana@gmail.com' };
    const session = { access_token: request.token };
    Object.assign(made.auth, {
      getUser: async () => ({ data: { user }, error: null }),
      getSession: async () => ({ data: { session }, error: null }),
    });
    return made;
  };
  return { createRequestClient: async () => client(), createPublicClient: client };
});

const { db, clientOf, tokenOf } = await openShop();
const { sql } = db;
const { banUser } = await import('@/lib/admin/user-action');
const { saveCoupon } = await import('@/lib/vouchers/admin-action');
const { getStatementBalance, listMovements } = await import('@/lib/creators/money');
const admin = await createUser(sql, { role: 'admin' });
await createFactor(sql, admin);

const as = (user: string) => Object.assign(request, { user, token: tokenOf(user), client: clientOf(user) });

const wholeSecond = (moment: unknown) => new Date(String(moment)).toISOString().replace(/\.\d+/, '');

test.each([
  ['2999-01-15', '2999-01-15T22:59:59Z'],
  ['2999-07-15', '2999-07-15T21:59:59Z'],
])('bans and coupons until %s end at the end of that day in Spain', async (day, end) => {
  as(admin);
  const user = await createUser(sql);
  expect(await banUser({ id: user, until: day, reason: 'Fraude' })).toEqual({ ok: true });
  const [banned] = await sql`select banned_until::text as until from usuarios_meta where id = ${user}`;
  expect(wholeSecond(banned?.until)).toBe(end);

  const product = await createProduct(sql, { status: 'approved' });
  const [{ slug } = { slug: '' }] = await sql`select slug from productos where id = ${product}`;
  const form = {
    ...{
      code: 'VERANO',
      scope: 'producto' as const,
      product: slug,
      creator: '',
      category: '',
      percent: '10',
      amount: '',
    },
    ...{ least: '', starts: '', expires: day, maxUses: '', maxPerPerson: '', firstPurchase: false },
  };
  expect(await saveCoupon(form)).toMatchObject({ ok: true });
  const [coupon] = await sql`select caduca_at::text as until from codigos_cupones where product_id = ${product}`;
  expect(wholeSecond(coupon?.until)).toBe(end);
});

test('a form without a day bans permanently, and a past day is refused', async () => {
  as(admin);
  const user = await createUser(sql);
  expect(await banUser({ id: user, until: '', reason: 'Fraude' })).toEqual({ ok: true });
  const [banned] = await sql`select banned_until::text as until from usuarios_meta where id = ${user}`;
  expect(banned?.until).toBe('infinity');
  expect(await banUser({ id: user, until: '2020-01-01', reason: 'Fraude' })).toEqual({
    ok: false,
    error: 'fecha_no_valida',
  });
});

test('a statement uses days in Spain, and the last movements have no date limit', async () => {
  const creator = await createUser(sql);
  as(creator);
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, created_at) values
    (${creator}, 500, 'ajuste', ${`${creator}:1`}, '2026-06-30T21:59:59Z'),
    (${creator}, 70, 'ajuste', ${`${creator}:2`}, '2026-06-30T22:00:00Z')`;
  const june = { from: '2026-06-01', to: '2026-07-01' };
  expect(await getStatementBalance(june)).toEqual({ openingCents: 0, closingCents: 500 });
  expect((await listMovements(june, 'es')).map(({ cents }) => cents)).toEqual([500]);
  expect((await listMovements({ from: null, to: null }, 'es')).map(({ cents }) => cents)).toEqual([70, 500]);
});
