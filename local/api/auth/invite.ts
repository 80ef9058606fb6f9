import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { authIdentity, authUser } from '../../../supabase/seed/auth-rows.ts';
import { newToken, queueMail } from './mail.ts';

/** `POST /auth/v1/invite`, by which the dashboard invites an address; the embedded API lacks it. */
export async function invite(sql: postgres.Sql, request: Request): Promise<Response> {
  const { email: typed, data = {} } = (await request.json()) as { email?: string; data?: object };
  const email = String(typed).toLowerCase();
  const [known] = await sql`select from auth.users where email = ${email}`;
  if (known) {
    const msg = 'A user with this email address has already been registered';
    return Response.json({ code: 422, error_code: 'email_exists', msg }, { status: 422 });
  }
  const user = { id: randomUUID(), email, hash: undefined, since: new Date(), metadata: data };
  const tokenHash = newToken();
  const sent = { email_confirmed_at: null, invited_at: user.since, confirmation_sent_at: user.since };
  const row = { ...authUser(user), ...sent, confirmation_token: tokenHash };
  await sql`insert into auth.users ${sql(row as never)}`;
  await sql`insert into auth.identities ${sql(authIdentity(randomUUID(), user) as never)}`;
  queueMail({ kind: 'invite', to: email, tokenHash });
  return Response.json({ id: user.id, email, aud: 'authenticated', role: 'authenticated' });
}
