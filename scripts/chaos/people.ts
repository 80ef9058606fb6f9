import { createServerClient } from '@supabase/ssr';
import { authIdentity, authUser } from '@unstore/local-supabase/auth-rows';
import type { Random } from '@unstore/processes';
import bcrypt from 'bcryptjs';
import { Secret, TOTP } from 'otpauth';
import type postgres from 'postgres';

export type Person = { id: string; username: string; email: string; token: string; cookie: string };
export type Env = Record<string, string>;

/** Password of all accounts. */
export const password = 'Secreta123';
const hash = bcrypt.hashSync(password, 4);

/** Signs in as the shop does. Returns the cookies and the access token in them. */
async function signIn(env: Env, email: string, secret: string | null) {
  const jar = new Map<string, string>();
  const client = createServerClient(env.SUPABASE_URL ?? '', env.SUPABASE_PUBLISHABLE_KEY ?? '', {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changed) => {
        for (const { name, value } of changed) jar.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  if (secret) {
    const factorId = data.user.factors?.find(({ status }) => status === 'verified')?.id ?? '';
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const second = await client.auth.mfa.challengeAndVerify({ factorId, code });
    if (second.error) throw second.error;
  }
  const { data: now } = await client.auth.getSession();
  const cookie = [...jar].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`);
  return { token: now.session?.access_token ?? '', cookie: cookie.join('; ') };
}

/**
 * Creates a confirmed account with a session.
 *
 * @param role its role; staff has passed the second factor
 */
export async function createPerson(
  sql: postgres.Sql,
  env: Env,
  random: Random,
  role: 'user' | 'moderador' | 'admin' = 'user',
): Promise<Person> {
  const id = random.uuid();
  const username = `c${id.replaceAll('-', '').slice(0, 14)}`;
  const email = `${username}@gmail.com`;
  const user = { id, email, hash, since: new Date(), metadata: { username, display_name: username } };
  await sql`insert into auth.users ${sql(authUser(user) as never)}`;
  await sql`insert into auth.identities ${sql(authIdentity(random.uuid(), user) as never)}`;
  let secret: string | null = null;
  if (role !== 'user') {
    secret = new Secret({ size: 20 }).base32;
    await sql`update usuarios_meta set role = ${role} where id = ${id}`;
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'Móvil', 'totp', 'verified', ${secret}, now(), now())`;
  }
  return { id, username, email, ...(await signIn(env, email, secret)) };
}
