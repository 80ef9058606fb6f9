import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { findAnyPorts } from '@unstore/processes';
import { afterAll, expect, test } from 'vitest';
import type { SentMail } from '../src/api/auth/mail.ts';
import { startSupabase } from '../src/start.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'local-supabase-'));
// PostgreSQL runs as a user of its own when the tests run as root.
await chmod(dataDir, 0o711);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const project = join(import.meta.dirname, 'project/supabase');
const mails: SentMail[] = [];
const start = async () =>
  startSupabase({
    dataDir,
    ports: await findAnyPorts('api', 'database'),
    siteUrl: 'http://localhost:3000',
    configFile: join(project, 'config.toml'),
    migrations: join(project, 'migrations'),
    onMail: (mail) => mails.push(mail),
  });
let supabase = await start();
afterAll(() => supabase.stop());

const auth = { persistSession: false, autoRefreshToken: false };
const open = (key: 'publishable' | 'secret', headers: Record<string, string> = {}) =>
  createClient(supabase.url, supabase.keys[key], { auth, global: { headers } });
const account = { email: 'ana@example.com', password: 'one secret of hers' };
const person = open('publishable');

test('a sign-up is confirmed by the link in its mail, as configured in the project', async () => {
  const { data } = await person.auth.signUp(account);
  expect(data).toMatchObject({ user: { email: account.email }, session: null });
  expect(mails).toMatchObject([{ kind: 'signup', to: account.email, code: null }]);
  const answer = await fetch(mails[0]?.link ?? '', { redirect: 'manual' });
  expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/?#access_token=/);
});

test('the password hook of the project can refuse a login', async () => {
  expect((await person.auth.signInWithPassword(account)).error).toBeNull();
  expect((await open('publishable').auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials');
});

test('a person reads and writes under row level security, at most `max_rows` rows at once', async () => {
  expect((await open('publishable').from('notes').select()).error?.code).toBe('42501');
  const rows = ['one', 'two', 'three', 'four'].map((text) => ({ text }));
  expect((await person.from('notes').insert(rows)).error).toBeNull();
  expect((await person.from('notes').select('text').order('id')).data).toEqual(rows.slice(0, 3));
});

test('the pre-request function can refuse a request', async () => {
  const { error, status } = await open('secret', { 'x-closed': '1' }).from('notes').select();
  expect([status, error?.message]).toEqual([403, 'closed']);
});

test('a stored file can be read', async () => {
  const { storage } = open('secret');
  const stored = await storage.from('pictures').upload('a/dot.txt', 'dot', { contentType: 'text/plain' });
  expect(stored.error).toBeNull();
  const { publicUrl } = storage.from('pictures').getPublicUrl('a/dot.txt').data;
  expect(await (await fetch(publicUrl)).text()).toBe('dot');
});

test('keys, sessions and rows survive a crash and a restart', async () => {
  const { keys } = supabase;
  await supabase.crashDatabase();
  expect((await person.from('notes').select('text')).data).toHaveLength(3);
  await supabase.stop();
  supabase = await start();
  expect(supabase.keys).toEqual(keys);
  const token = (await person.auth.getSession()).data.session?.access_token ?? '';
  const again = open('publishable', { authorization: `Bearer ${token}` });
  expect((await again.from('notes').select('text')).data).toHaveLength(3);
});
