import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const { sql, callAs } = await openDatabase();

const mails = (who: string) => sql`select plantilla, datos from correos where user_id = ${who} order by id`;
const signIn = (who: string, p_secreto: string) =>
  callAs(who, 'recordar_dispositivo', { p_secreto, p_navegador: ' Firefox · Linux ' });
const newSecret = () => randomBytes(32).toString('base64url');

test('a login from an unknown browser sends one mail', async () => {
  const who = await createUser(sql, { created_at: '2026-01-01' });
  const [phone, laptop] = [newSecret(), newSecret()];
  for (const secret of [phone, phone, laptop, phone]) await signIn(who, secret);
  expect(await mails(who)).toMatchObject([
    { plantilla: 'entrada_nueva', datos: { navegador: 'Firefox · Linux' } },
    { plantilla: 'entrada_nueva', datos: { navegador: 'Firefox · Linux' } },
  ]);
});

test('a login from a forgotten browser sends a mail again', async () => {
  const who = await createUser(sql, { created_at: '2026-01-01' });
  const phone = newSecret();
  await signIn(who, phone);
  await sql`delete from dispositivos where user_id = ${who}`;
  await signIn(who, phone);
  expect(await mails(who)).toHaveLength(2);
});

test('a login from an unknown browser sends a mail past the limit of remembered logins, at most ten a day', async () => {
  const who = await createUser(sql, { created_at: '2026-01-01' });
  const laptop = newSecret();
  for (let n = 0; n < 10; n += 1) await signIn(who, laptop);
  await sql`update dispositivos set visto_at = '2026-01-02' where user_id = ${who}`;
  for (const secret of [laptop, newSecret()]) await signIn(who, secret);
  expect(await mails(who)).toHaveLength(2);
  expect(await sql`select visto_at from dispositivos where user_id = ${who}`).toEqual([
    { visto_at: new Date('2026-01-02') },
  ]);
  for (let n = 0; n < 10; n += 1) await signIn(who, newSecret());
  expect(await mails(who)).toHaveLength(10);
});

test('a new account gets no mail about its first browser', async () => {
  const who = await createUser(sql);
  await signIn(who, newSecret());
  expect(await mails(who)).toEqual([]);
});

test('a withdrawal to a new address sends a mail', async () => {
  const who = await createUser(sql);
  const ask = (address: string) =>
    sql`insert into withdrawals (usuario_id, paypal_email, amount, created_at) values (${who}, ${address}, 5, clock_timestamp())`;
  for (const address of ['yo@gmail.com', 'YO@gmail.com', 'otro@gmail.com', 'otro@gmail.com']) await ask(address);
  expect(await mails(who)).toEqual([
    { plantilla: 'direccion_pago', datos: { antes: 'YO@gmail.com', despues: 'otro@gmail.com' } },
  ]);
});
