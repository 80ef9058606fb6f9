import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { authIdentity, authUser } from '@unstore/local-supabase/auth-rows';
import bcrypt from 'bcryptjs';
import { Secret } from 'otpauth';
import type postgres from 'postgres';
import { codeOf } from './app-code.ts';
import { database } from './database.ts';
import { beginSession, type Credentials } from './session.ts';

export type Person = Credentials & { id: string; username: string };

const password = 'Secreta123';
const passwordHash = bcrypt.hashSync(password, 4);

/** Creates a confirmed account for one test, so that tests never share a person. */
export async function createPerson(): Promise<Person> {
  const id = randomUUID();
  const username = `u${id.replaceAll('-', '').slice(0, 14)}`;
  const email = `${username}@gmail.com`;
  const sql = database();
  await sql.begin(async (begun) => {
    const transaction = begun as unknown as postgres.Sql;
    const metadata = { username, display_name: username };
    const user = { id, email, hash: passwordHash, since: new Date(), metadata };
    await transaction`insert into auth.users ${transaction(authUser(user) as never)}`;
    await transaction`insert into auth.identities ${transaction(authIdentity(randomUUID(), user) as never)}`;
  });
  return { id, email, password, username };
}

/** Gives a person an authenticator app. */
export async function giveApp(person: Person): Promise<Required<Person>> {
  const secret = new Secret({ size: 20 }).base32;
  await database()`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${person.id}, 'Móvil', 'totp', 'verified', ${secret}, now(), now())`;
  return { ...person, secret };
}

/** Creates a staff member with the second factor that the panel requires. */
export async function createStaff(role: 'admin' | 'moderador'): Promise<Required<Person>> {
  const person = await createPerson();
  await database()`update usuarios_meta set role = ${role} where id = ${person.id}`;
  return giveApp(person);
}

/** Submits the login form. */
export async function sendPassword(page: Page, person: Pick<Person, 'email' | 'password'>, next = '/'): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  const form = page.getByRole('main');
  await form.getByRole('textbox', { name: /correo|e-mail/i }).fill(person.email);
  await form.getByLabel(/^(contraseña|password)$/i).fill(person.password);
  await form.getByRole('button', { name: /^(iniciar sesión|log in)$/i }).click();
}

const isOn = (path: string) => (url: URL) => url.pathname === new URL(path, url).pathname;

/** Signs in through the login form, with the second step if there is one, for tests of the sign-in. */
export async function logIn(page: Page, person: Credentials, next = '/'): Promise<void> {
  await sendPassword(page, person, next);
  if (person.secret) {
    await page.getByLabel(/^(código de la app|code of the app)$/i).fill(codeOf(person.secret));
    await page.getByRole('button', { name: /^(continuar|continue)$/i }).click();
  }
  await page.waitForURL(isOn(next));
}

/** Gives the browser a session of this person, optionally opening a page. */
export async function signIn(page: Page, person: Credentials, path?: string): Promise<void> {
  await beginSession(page.context(), person);
  if (path === undefined) return;
  await page.goto(path);
  await page.waitForURL(isOn(path));
}
