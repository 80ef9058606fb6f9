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
