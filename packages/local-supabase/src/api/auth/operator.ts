import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { authIdentity, authUser } from '../../auth-rows.ts';
import { newToken, queueMail } from './mail.ts';
import { refuse } from './refuse.ts';

type Work = (sql: postgres.Sql, request: Request) => Promise<Response>;

/** Invites an address, as the dashboard does. */
const invite: Work = async (sql, request) => {
  const { email: typed, data = {} } = (await request.json()) as { email?: string; data?: object };
  const email = String(typed).toLowerCase();
  const [known] = await sql`select from auth.users where email = ${email}`;
  if (known) return refuse(422, 'email_exists', 'A user with this email address has already been registered');
  const user = { id: randomUUID(), email, hash: undefined, since: new Date(), metadata: data };
  const tokenHash = newToken();
  const sent = { email_confirmed_at: null, invited_at: user.since, confirmation_sent_at: user.since };
  const row = { ...authUser(user), ...sent, confirmation_token: tokenHash };
  await sql`insert into auth.users ${sql(row as never)}`;
  await sql`insert into auth.identities ${sql(authIdentity(randomUUID(), user) as never)}`;
  queueMail({ kind: 'invite', to: email, tokenHash });
  return Response.json({ id: user.id, email, aud: 'authenticated', role: 'authenticated' });
};

/** Creates a link for an existing account, without a mail. */
const generateLink: Work = async (sql, request) => {
  const { type, email } = (await request.json()) as { type?: string; email?: string };
  const column = type === 'signup' ? 'confirmation' : 'recovery';
  const hashed_token = newToken();
  const [user] = await sql`
    update auth.users set ${sql({ [`${column}_token`]: hashed_token, [`${column}_sent_at`]: new Date() })}
    where email = ${String(email).toLowerCase()} returning id, email`;
  if (!user) return refuse(404, 'user_not_found', 'User with this email not found');
  return Response.json({ ...user, hashed_token, verification_type: type, action_link: '', redirect_to: '' });
};

const listUsers: Work = async (sql) => {
  const users = await sql`select id, email, email_confirmed_at, created_at from auth.users
    order by created_at desc limit 50`;
  return Response.json({ users, aud: 'authenticated' });
};

const idOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1) ?? '';
const notFound = () => refuse(404, 'user_not_found', 'User not found');

const readUser: Work = async (sql, request) => {
  const [user] = await sql`select id, email, email_confirmed_at, created_at from auth.users
    where id::text = ${idOf(request)}`;
  return user ? Response.json(user) : notFound();
};

const deleteUser: Work = async (sql, request) => {
  const [gone] = await sql`delete from auth.users where id::text = ${idOf(request)} returning id`;
  return gone ? Response.json({}) : notFound();
};

const works: ReadonlyArray<[RegExp, Work]> = [
  [/^POST \/auth\/v1\/invite$/, invite],
  [/^POST \/auth\/v1\/admin\/generate_link$/, generateLink],
  [/^GET \/auth\/v1\/admin\/users$/, listUsers],
  [/^GET \/auth\/v1\/admin\/users\/[0-9a-f-]+$/, readUser],
  [/^DELETE \/auth\/v1\/admin\/users\/[0-9a-f-]+$/, deleteUser],
];

/** Answers routes of hosted Auth that need the secret key and that the embedded one lacks; undefined for others. */
export function findOperatorWork(request: Request, secretKey: string): Work | undefined {
  if (request.headers.get('apikey') !== secretKey) return undefined;
  const call = `${request.method} ${new URL(request.url).pathname}`;
  return works.find(([pattern]) => pattern.test(call))?.[1];
}
