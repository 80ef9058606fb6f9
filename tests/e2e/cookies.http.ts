import { type APIResponse, expect } from '@playwright/test';
import { listActions, sendAction } from './support/actions.ts';
import { database } from './support/database.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson } from './support/people.ts';

const ofPage = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Checks that a response sets this cookie and is not cacheable. */
function expectPrivate(what: string, answer: APIResponse, cookie: RegExp): void {
  const headers = answer.headers();
  expect([what, headers['set-cookie']]).toEqual([what, expect.stringMatching(cookie)]);
  expect([what, headers['cache-control']]).toEqual([what, expect.stringMatching(/^(?!.*public).*no-store/)]);
  // A stored page adds its own directives, which `no-store` overrules.
  expect([what, headers['cdn-cache-control'] ?? 'no-store']).toEqual([what, expect.stringMatching(/^no-store(?:,|$)/)]);
}

async function sendForm(shop: Shop, name: string, path: string, form: Record<string, string>): Promise<APIResponse> {
  const action = (await listActions()).get(name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return sendAction(shop, path, action.id, { form });
}

const session = /sb-[^=]+=base64-/;

test('a response to a login or a logout is not cacheable, for a redirect to any page', async ({ enter }) => {
  for (const next of ['/', '/p/fragua-arcana', '/search/fragua', '/profile']) {
    const { email, password } = await createPerson();
    const shop = await enter();
    const login = await sendForm(shop, 'logInAction', '/login', { email, password, next });
    expect(login.headers()['x-action-redirect']?.split(';')[0]).toBe(next);
    expectPrivate(`login to ${next}`, login, session);
    expectPrivate('logout', await sendForm(shop, 'logOutAction', '/logout', {}), /sb-[^=]+=;/);
  }
});

test('a response to a registration is not cacheable', async ({ enter }) => {
  const { email, username, id } = await createPerson();
  await database()`delete from auth.users where id = ${id}`;
  const shop = await enter();
  const form = { email, username, password: 'Secreta123', terms: 'on' };
  expectPrivate('registration', await sendForm(shop, 'registerAction', '/login', form), /registration=/);
});

test('a response that starts a sign-in with another service is not cacheable', async ({ enter }) => {
  test.skip(Boolean(process.env.AUTH_BINARY), 'The real Auth asks Google for its addresses.');
  const someone = await enter(await createPerson());
  const answer = await someone.get('/auth/social?provider=google', { maxRedirects: 0, headers: ofPage });
  expectPrivate('another service', answer, /code-verifier=/);
});

test('a redirect with a notice, of a failed file or a forbidden page, is not cacheable', async ({ enter }) => {
  const someone = await enter(await createPerson());
  const open = (path: string) => someone.get(path, { maxRedirects: 0, headers: ofPage });
  expectPrivate('a file', await open('/api/creator/statement?mes=nunca&formato=csv'), /notice=/);
  expectPrivate('the panel', await open('/dashboard-admin'), /notice=/);
});
