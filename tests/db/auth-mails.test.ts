import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { createTranslator } from 'next-intl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Locale } from '@/lib/core/i18n/locales';
import en from '@/messages/en.json' with { type: 'json' };
import es from '@/messages/es.json' with { type: 'json' };
import { stubShop } from '../unit/payments/simulator.ts';
import { createAccount, createUser, givePassword } from './factories.ts';
import { openDatabase, type Role } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// The mails of Auth, from its hook to a mailbox.
const db = await openDatabase({ connections: 4 });
const { sql, url } = db;
const { api, secrets, mailboxUrl, smtpUrl } = await startLocalApi(url);
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {} }),
}));
vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: Locale; namespace: 'mail' }) =>
    createTranslator({ locale, messages: { es, en }[locale], namespace }),
}));
const server = vi.hoisted(() => ({ isDown: false }));
vi.mock('nodemailer', async (actual) => {
  const { createTransport } = await actual<typeof import('nodemailer')>();
  return {
    createTransport: (options: { url: string }) =>
      createTransport(server.isDown ? { ...options, url: 'smtp://127.0.0.1:9' } : options),
  };
});
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
vi.stubEnv('SMTP_URL', smtpUrl);
vi.stubEnv('MAIL_FROM', 'UnStore <hola@unstore.local>');
const { register, requestReset, resend } = await import('@/lib/account/sign-in/auth');
const { sendPendingMails } = await import('@/lib/mail/server');
const { GET: follow } = await import('@/app/auth/confirm/route');

const wanted = '/cart?producto=fragua-arcana&edicion=%C3%A9pica';
const password = 'Secreta123';

type Mail = { subject: string; text: string; html: string };

async function mailsTo(address: string, count: number): Promise<Mail[]> {
  const read = async () =>
    (await (await fetch(`${mailboxUrl}/email?to.address=${encodeURIComponent(address)}`)).json()) as Mail[];
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

const newEmail = () => `m${randomUUID().slice(0, 12)}@gmail.com`;
const newName = () => `m${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const signUp = (email: string, locale: Locale = 'es', next = '/') =>
  register({ email, username: newName(), password, locale, next });
const lapse = (email: string) =>
  sql`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 minutes',
    recovery_sent_at = recovery_sent_at - interval '2 minutes' where email = ${email}`;
const outbox = (email: string) => sql`
  select c.plantilla, c.datos, c.estado, s.secreto from correos c join auth.users a on a.id = c.user_id
  left join secretos_correo s on s.correo_id = c.id where a.email = ${email} order by c.id`;

beforeEach(() => sql`update correos set estado = 'enviado'`);

const words = {
  es: { confirm: 'Confirma tu correo', reset: 'Cambia tu contraseña', other: /confirm your|password|ignore/i },
  en: { confirm: 'Confirm your e-mail', reset: 'Change your password', other: /confirma tu|contraseña|ignora/i },
};

test.each(['es', 'en'] as const)(
  'every part of a mail is in the language of the requester: %s',
  { tags: 'nightly' },
  async (locale) => {
    const email = newEmail();
    expect(await signUp(email, locale, wanted)).toEqual({ ok: true, value: 'waits' });
    await sendPendingMails();
    await lapse(email);
    await resend(email, wanted, locale);
    await sendPendingMails();
    const sent = await mailsTo(email, 2);
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    await requestReset(email, wanted);
    await sendPendingMails();
    const all = await mailsTo(email, 3);
    expect(sent.map(({ subject }) => subject)).toEqual([words[locale].confirm, words[locale].confirm]);
    expect(all.map(({ subject }) => subject)).toContain(words[locale].reset);
    for (const { subject, html, text } of all) {
      expect(new Set([...html.matchAll(/lang="(\w+)"/g)].map(([, lang]) => lang))).toEqual(new Set([locale]));
      for (const part of [subject, html, text]) expect(part).not.toMatch(words[locale].other);
      const link = `${localSite}/auth/confirm?token_hash=`;
      expect(html).toContain(link);
      expect(text).toContain(link);
      const [, href = ''] = /href="([^"]*auth\/confirm[^"]*)"/.exec(html) ?? [];
      // A link copied out of the HTML keeps its `&amp;`.
      for (const address of [href, href.replaceAll('&amp;', '&')]) {
        const asks = new URL(follow(new Request(address)).headers.get('location') ?? '', localSite);
        expect(asks.pathname).toBe('/confirm');
        expect(Object.fromEntries(asks.searchParams)).toEqual({
          token_hash: expect.stringMatching(/./),
          type: expect.stringMatching(/^(signup|recovery)$/),
          next: wanted,
        });
      }
    }
  },
);

describe('the token of a link', () => {
  test('is not readable by roles of the API or exports, and is erased after sending', async () => {
    const { id, email } = await createAccount(sql);
    await requestReset(email, '/');
    const [waiting] = await outbox(email);
    expect(waiting).toMatchObject({ plantilla: 'cambiar_contrasena', secreto: expect.stringMatching(/./) });
    for (const role of ['anon', 'authenticated', 'service_role'] satisfies Role[]) {
      const [may] = await sql`select has_any_column_privilege(${role}, 'secretos_correo', 'select') as may`;
      expect(may?.may, role).toBe(false);
    }
    expect(JSON.stringify(waiting?.datos)).not.toContain(waiting?.secreto);
    expect(JSON.stringify(await db.callAs(id, 'mis_datos', {}))).not.toContain(waiting?.secreto);
    expect(await sendPendingMails()).toBe(1);
    expect(await outbox(email)).toMatchObject([{ estado: 'enviado', secreto: null }]);
    expect((await mailsTo(email, 1))[0]?.text).toContain(waiting?.secreto);
  });

  test('is not sent after it expires: the mail is marked as expired and counted', async () => {
    const { email } = await createAccount(sql);
    const admin = await createUser(sql, { role: 'admin' });
    const lost = async () => (await db.callAs<{ correos: number }>(admin, 'admin_pendientes', {})).correos;
    const before = await lost();
    await requestReset(email, '/');
    await sql`update correos set caduca_at = now() where estado = 'pendiente'`;
    expect(await sendPendingMails()).toBe(0);
    expect(await outbox(email)).toMatchObject([{ estado: 'caducado', secreto: null }]);
    expect(await lost()).toBe(before + 1);
  });

  test('of an earlier pending mail is replaced by a newer one', async () => {
    const email = newEmail();
    await signUp(email);
    const [first] = await outbox(email);
    await lapse(email);
    await resend(email, '/', 'en');
    const waiting = await outbox(email);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ plantilla: 'confirmar_cuenta', datos: { idioma: 'en' } });
    expect(first?.secreto).toBeTruthy();
  });
});

test('a registration succeeds without the mail server, and its mail is sent later', async () => {
  const email = newEmail();
  server.isDown = true;
  expect(await signUp(email)).toEqual({ ok: true, value: 'waits' });
  expect(await sendPendingMails()).toBe(0);
  server.isDown = false;
  await sql`update correos set tomado_hasta = null`;
  expect(await sendPendingMails()).toBe(1);
  expect((await mailsTo(email, 1))[0]?.subject).toBe('Confirma tu correo');
});

describe('the mail hook', () => {
  const hand = (user: Record<string, unknown>, email_data: Record<string, unknown>) =>
    sql`select privado.gancho_correo(${sql.json({ user, email_data } as never)}) as answer`;

  test('sends each link of a double confirmation to the matching address', async () => {
    const { id, email } = await createAccount(sql);
    const [answer] = await hand(
      { id, email, new_email: 'nuevo@gmail.com' },
      { email_action_type: 'email_change', token_hash: 'del-nuevo', token_hash_new: 'del-actual' },
    );
    expect(answer).toEqual({ answer: {} });
    const sent = await sql`select c.direccion, s.secreto from correos c join secretos_correo s on s.correo_id = c.id
      where user_id = ${id} order by s.secreto`;
    expect(sent).toEqual([
      { direccion: email, secreto: 'del-actual' },
      { direccion: 'nuevo@gmail.com', secreto: 'del-nuevo' },
    ]);
  });

  test.each([
    ['signup', 'confirmar_cuenta'],
    ['recovery', 'cambiar_contrasena'],
    ['invite', 'invitacion'],
    ['magiclink', 'enlace_entrada'],
    ['reauthentication', 'codigo_confirmacion'],
  ])('writes a mail for %s', async (email_action_type, plantilla) => {
    const { id, email } = await createAccount(sql);
    await hand({ id, email }, { email_action_type, token_hash: 'prueba-1', token: '123456', token_hash_new: '' });
    expect(await outbox(email)).toMatchObject([
      { plantilla, secreto: email_action_type === 'reauthentication' ? '123456' : 'prueba-1' },
    ]);
    expect(await sendPendingMails()).toBe(1);
  });

  test.each(['password_changed_notification', 'identity_linked_notification', 'something_new'])(
    'ignores %s without failing',
    async (email_action_type) => {
      const { id, email } = await createAccount(sql);
      await hand({ id, email }, { email_action_type });
      expect(await outbox(email)).toEqual([]);
    },
  );

  test('creates the row of a user from before the shop', async () => {
    const { id, email } = await createAccount(sql);
    await sql`delete from usuarios_meta where id = ${id}`;
    await hand({ id, email, user_metadata: {} }, { email_action_type: 'recovery', token_hash: 'prueba-2' });
    expect(await outbox(email)).toHaveLength(1);
  });
});

describe('an account notice', () => {
  test('reports a changed password, but not the first one', async () => {
    const { id, email } = await createAccount(sql);
    await sql`update usuarios_meta set idioma = 'en' where id = ${id}`;
    await givePassword(sql, id, 'OtraClave9');
    expect(await outbox(email)).toMatchObject([{ plantilla: 'aviso_cuenta', datos: { aviso: 'contrasena' } }]);
    await sendPendingMails();
    expect((await mailsTo(email, 1))[0]?.subject).toBe('Your password has changed');
    const other = await createUser(sql);
    await sql`update auth.users set email_confirmed_at = now() where id = ${other}`;
    await givePassword(sql, other);
    expect(await sql`select from correos where user_id = ${other}`).toEqual([]);
  });

  test('reports a changed address to the previous one, with a link to support', async () => {
    const { id, email } = await createAccount(sql);
    const to = newEmail();
    await sql`update auth.users set email = ${to} where id = ${id}`;
    await sendPendingMails();
    const [mail] = await mailsTo(email, 1);
    expect(mail?.subject).toBe('El correo de tu cuenta ha cambiado');
    expect(mail?.text).toContain(to);
    expect(mail?.html).toContain(`${localSite}/support`);
    await mailsTo(to, 0);
  });

  test('reports a linked service, but not the one that created the account', async () => {
    const { id, email } = await createAccount(sql);
    const link = (user: string, provider: string) =>
      sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (gen_random_uuid(), ${provider}, ${randomUUID()}, ${user}, '{}')`;
    await link(id, 'email');
    await link(id, 'discord');
    expect(await outbox(email)).toMatchObject([{ datos: { aviso: 'servicio', servicio: 'discord' } }]);
    const other = await createUser(sql);
    await link(other, 'google');
    expect(await sql`select from correos where user_id = ${other}`).toEqual([]);
  });

  test('is not sent when the account is deleted', async () => {
    const { id, email } = await createAccount(sql);
    expect(await db.callAs(id, 'borrar_mi_cuenta', { p_contrasena: password })).toMatchObject({ ok: true });
    expect(await sql`select from correos where user_id = ${id}`).toEqual([]);
    await mailsTo(email, 0);
  });
});

describe('a registration of a known address', () => {
  test('sends its owner a mail with login links once an hour', async () => {
    const { email } = await createAccount(sql);
    for (let n = 0; n < 3; n += 1) expect(await signUp(email, 'es', wanted)).toEqual({ ok: true, value: 'waits' });
    await sendPendingMails();
    const [mail] = await mailsTo(email, 1);
    expect(mail?.subject).toBe('Ya tienes una cuenta en UnStore');
    expect(mail?.html).toContain(`${localSite}/login?next=${encodeURIComponent(wanted)}`);
    expect(mail?.html).toContain(`${localSite}/login?mode=reset&amp;next=`);
  });

  test('sends a mail only if the shop itself requests it', async () => {
    const { email } = await createAccount(sql);
    const stranger = createClient(api.url, secrets.publishableKey, { auth: { persistSession: false } });
    await stranger.rpc('avisar_registro_repetido', { p_correo: email, p_volver: '', p_sello: 'f'.repeat(64) });
    await stranger.rpc('anotar_correo_sin_pedir', { p_codigo: 'inventado', p_sello: 'f'.repeat(64) });
    expect(await outbox(email)).toEqual([]);
    expect(await sql`select from casos_admin where tipo = 'correo_de_cuenta'`).toEqual([]);
  });
});

describe('a failure of Auth', () => {
  const real = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = real;
  });

  /** Lets Auth refuse one of its calls, for addresses of which it would send a mail. */
  function failFor(emails: string[], path: string, status: number, body: object) {
    globalThis.fetch = async (input, init) => {
      const said = String(init?.body ?? '');
      const fails = String(input).includes(path) && emails.some((email) => said.includes(email));
      return fails ? Response.json(body, { status }) : real(input, init);
    };
  }
  const cases = async () => (await sql`select datos from casos_admin where tipo = 'correo_de_cuenta'`).length;

  test.each([
    [
      'its hourly limit is exceeded',
      429,
      { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    ],
    ['its hook fails', 500, { error_code: 'unexpected_failure', msg: 'Error running hook' }],
    ['its gateway gives up', 504, { error_code: 'request_timeout', msg: 'Processing this request timed out' }],
    ['it sends to its team only', 400, { error_code: 'email_address_not_authorized', msg: 'cannot be used' }],
  ])(
    'does not reveal in a registration or reset whether an address is known: %s',
    { tags: 'nightly' },
    async (_what, status, body) => {
      await sql`delete from casos_admin`;
      const [known, unknown] = [(await createAccount(sql)).email, newEmail()];
      failFor([unknown], '/signup', status, body);
      expect(await signUp(unknown)).toEqual(await signUp(known));
      expect(await cases()).toBe(1);
      await sql`delete from casos_admin`;
      failFor([known], '/recover', status, body);
      expect(await requestReset(known, '/')).toEqual(await requestReset(unknown, '/'));
      expect(await requestReset(known, '/')).toEqual({ ok: true, value: null });
      expect(await cases()).toBe(1);
    },
  );

  test('is reported for every address if Auth does not respond', { tags: 'nightly' }, async () => {
    const [known, unknown] = [(await createAccount(sql)).email, newEmail()];
    globalThis.fetch = async (input, init) =>
      String(input).includes('/auth/v1/') ? Response.json({}, { status: 503 }) : real(input, init);
    for (const email of [known, unknown]) {
      expect(await signUp(email)).toEqual({ ok: false, error: 'unavailable' });
      expect(await requestReset(email, '/')).toEqual({ ok: false, error: 'resetFailed' });
    }
    expect(await outbox(known)).toEqual([]);
  });

  test('is reported if the password is weak', async () => {
    const email = newEmail();
    failFor([email], '/signup', 422, { error_code: 'weak_password', msg: 'Password is known to be weak' });
    expect(await signUp(email)).toEqual({ ok: false, error: 'passwordWeak' });
  });
});
