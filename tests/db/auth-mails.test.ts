import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { openDatabase } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// The mails of Auth, with the templates that a hosted project gets.
const { sql, url } = await openDatabase({ connections: 4 });
const { api, secrets, mailboxUrl } = await startLocalApi(url);
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {} }),
}));
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
const { register, requestReset, resend } = await import('@/lib/account/sign-in/auth');
const { GET: follow } = await import('@/app/auth/confirm/route');

const wanted = '/cart?producto=fragua-arcana&edicion=%C3%A9pica';

type Mail = { subject: string; text: string; html: string };

async function mailsTo(address: string, count: number): Promise<Mail[]> {
  const read = async () =>
    (await (await fetch(`${mailboxUrl}/email?to.address=${encodeURIComponent(address)}`)).json()) as Mail[];
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

const words = {
  es: { confirm: 'Confirma tu correo', reset: 'Cambia tu contraseña', other: /confirm your|password|ignore/i },
  en: { confirm: 'Confirm your e-mail', reset: 'Change your password', other: /confirma tu|contraseña|ignora/i },
};

test.each(['es', 'en'] as const)("every part of a mail is in the requester's language: %s", async (locale) => {
  const email = `m${randomUUID().slice(0, 12)}@gmail.com`;
  const username = `m${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  expect(await register({ email, username, password: 'Secreta123', locale, next: wanted })).toEqual({
    ok: true,
    value: 'waits',
  });
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  await resend(email, locale, wanted);
  const sent = await mailsTo(email, 2);
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  await requestReset(email, locale, wanted);
  const all = await mailsTo(email, 3);
  expect(sent.map(({ subject }) => subject)).toEqual([words[locale].confirm, words[locale].confirm]);
  expect(all.map(({ subject }) => subject)).toContain(words[locale].reset);
  for (const { subject, html, text } of all) {
    expect(html).toContain(`<html lang="${locale}">`);
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(words[locale].other);
      expect(part).not.toMatch(/\{\{|\}\}/);
    }
    const link = `${localSite}/auth/confirm?token_hash=`;
    expect(html).toContain(link);
    expect(text).toContain(link);
    const [, href = ''] = /href="([^"]*auth\/confirm[^"]*)"/.exec(html) ?? [];
    // A link copied out of the HTML keeps its `&amp;`.
    for (const address of [href, href.replaceAll('&', '&amp;')]) {
      const asks = new URL(follow(new Request(address)).headers.get('location') ?? '', localSite);
      expect(asks.pathname).toBe('/confirm');
      expect(Object.fromEntries(asks.searchParams)).toEqual({
        token_hash: expect.stringMatching(/./),
        type: expect.stringMatching(/^(signup|recovery)$/),
        next: wanted,
      });
    }
  }
});
