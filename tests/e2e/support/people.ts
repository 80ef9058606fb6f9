import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import bcrypt from 'bcryptjs';
import type postgres from 'postgres';
import { database } from './database.ts';

export type Person = { id: string; email: string; password: string; username: string };

const password = 'Secreta123';
const passwordHash = bcrypt.hashSync(password, 4);

/** A new confirmed account of its own for one test, so that tests never share a person. */
export async function createPerson(): Promise<Person> {
  const id = randomUUID();
  const username = `u${id.replaceAll('-', '').slice(0, 14)}`;
  const email = `${username}@gmail.com`;
  const sql = database();
  await sql.begin(async (begun) => {
    const transaction = begun as unknown as postgres.Sql;
    await transaction`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${passwordHash}, now(),
        ${transaction.json({ provider: 'email', providers: ['email'] })},
        ${transaction.json({ username, display_name: username })})`;
    await transaction`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${id}, ${id}, ${transaction.json({ sub: id, email })})`;
  });
  return { id, email, password, username };
}

/** Signs a person in through the login form. */
export async function signIn(page: Page, person: { email: string; password: string }, next = '/'): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  const form = page.getByRole('main');
  await form.getByRole('textbox', { name: /correo|e-mail/i }).fill(person.email);
  await form.getByLabel(/^(contraseña|password)$/i).fill(person.password);
  await form.getByRole('button', { name: /^(iniciar sesión|log in)$/i }).click();
  await page.waitForURL((url) => url.pathname === new URL(next, url).pathname);
}
