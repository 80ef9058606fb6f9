import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { callsOf, setFaults } from './support/faults.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson } from './support/people.ts';

type Session = { access_token: string; expires_at: number };
type Kept = Awaited<ReturnType<Shop['storageState']>>['cookies'];

const prefix = 'base64-';
const read = (text: string): Session => JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString());
const write = (session: Session) => prefix + Buffer.from(JSON.stringify(session)).toString('base64url');

const sessionOf = (cookies: Kept): Session =>
  read(
    cookies
      .filter(({ name }) => name.startsWith('sb-'))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      .map(({ value }) => value)
      .join(''),
  );

/** The cookie of the session as it is when its access token has run out, or soon will. */
async function dueCookie(shop: Shop, inSeconds: number): Promise<string> {
  const { cookies } = await shop.storageState();
  const name = cookies.find(({ name }) => name.startsWith('sb-'))?.name.replace(/\.\d+$/, '') ?? '';
  const session = { ...sessionOf(cookies), expires_at: Math.floor(Date.now() / 1000) + inSeconds };
  const text = write(session);
  const size = 3_000;
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  return parts.map((part, n) => `${parts.length > 1 ? `${name}.${n}` : name}=${part}`).join('; ');
}

const tokenCalls = async (person: { id: string }) =>
  (await callsOf(person)).filter((call) => call === 'POST /auth/v1/token');

test('concurrent requests with an expired access token refresh the session once', async ({ enter }) => {
  const person = await createPerson();
  const owner = await enter(person);
  const cookie = await dueCookie(owner, -60);
  const tabs = await enter();
  const paths = ['/profile', '/library', '/api/me', '/api/me', '/profile/orders', '/api/notifications'];
  const answers = await Promise.all(paths.map((path) => tabs.get(path, { headers: { cookie }, maxRedirects: 0 })));
  expect(answers.map((answer) => answer.status())).toEqual(paths.map(() => 200));
  expect(await tokenCalls(person)).toHaveLength(1);
  for (const answer of answers) {
    expect(answer.headers()['set-cookie']).toContain('sb-');
    expect(answer.headers()['cache-control']).toMatch(/no-store/);
  }
});

test('a public page does not refresh the session and sets no session cookies', async ({ enter }) => {
  const person = await createPerson();
  const cookie = await dueCookie(await enter(person), -60);
  const tab = await enter();
  for (const path of ['/', '/p/fragua-arcana', '/api/status']) {
    const answer = await tab.get(path, { headers: { cookie } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('sb-');
  }
  expect(await callsOf(person)).toEqual([]);
});

for (const kind of ['limited', 'unavailable', 'refused'] as const) {
  test(`a session survives a refresh that fails with "${kind}" and works again afterwards`, async ({ enter }) => {
    const person = await createPerson();
    const owner = await enter(person);
    const [over, soon] = [await dueCookie(owner, -60), await dueCookie(owner, 30)];
    await setFaults(person, { on: 'tokens', kind });
    const tab = await enter();
    const ask = (path: string, cookie: string) => tab.get(path, { headers: { cookie }, maxRedirects: 0 });
    const page = await ask('/profile', over);
    expect(page.status()).toBe(503);
    expect(await page.text()).toContain('Ahora mismo no podemos abrir esta página.');
    expect(page.headers()['set-cookie'] ?? '').not.toContain('sb-');
    const me = await ask('/api/me', over);
    expect([me.status(), await me.json()]).toEqual([503, { status: 'unavailable', user: null }]);
    expect(me.headers()['set-cookie'] ?? '').not.toContain('sb-');
    // A valid access token is enough until it expires.
    expect((await (await ask('/api/me', soon)).json()).user.id).toBe(person.id);
    await setFaults(person);
    await expect.poll(async () => (await ask('/profile', over)).status()).toBe(200);
  });
}

test('a session that Auth has revoked is ended by the next personal page', async ({ enter }) => {
  const person = await createPerson();
  const cookie = await dueCookie(await enter(person), -60);
  await database()`delete from auth.refresh_tokens where user_id::text = ${person.id}`;
  const tab = await enter();
  const page = await tab.get('/profile', { headers: { cookie }, maxRedirects: 0 });
  expect(page.headers().location).toContain('/login?next=%2Fprofile');
  expect(page.headers()['set-cookie']).toMatch(/sb-[^=]+=;/);
});
