import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [update = ''] = /^An update .*/ms.exec(read('docs/production.md')) ?? [];

test('an update is not built where the shop runs: the build deletes what the server still reads', () => {
  expect(update).toContain('npm run build');
  expect(update).toContain('a folder of its own');
  expect(update).not.toContain('git pull');
});

test('the new folder of an update is given what git does not bring along: the variables and the link to the project', () => {
  const commands = ['git worktree add', 'cp .env ', 'npm ci', 'npx supabase link', 'npx supabase db push --remote'];
  const places = commands.map((command) => update.indexOf(`\n${command}`));
  expect(places.filter((place) => place < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('the commands of Supabase are called where npm has put them', () => {
  const advice = globSync('scripts/doctor/*.ts', { cwd: root });
  const texts = ['docs/production.md', 'deploy/README.md', 'scripts/restore.ts', 'supabase/config.toml', ...advice];
  const calls = texts.flatMap((path) => read(path).match(/\S* ?\bsupabase (?:db|config|link|login)\b/g) ?? []);
  expect(calls.length).toBeGreaterThan(8);
  expect(calls.filter((call) => !call.includes('npx supabase'))).toEqual([]);
});

test('what is started behind a proxy of the same machine cannot be reached past it', () => {
  expect(read('deploy/systemd/unstore@.service')).toMatch(/^Environment=.*\bHOSTNAME=localhost\b/m);
  expect(read('deploy/nginx/README.md')).toContain('TRUSTED_PROXIES=127.0.0.1,::1');
  expect(read('deploy/README.md')).not.toMatch(/docker run.* -p \d+:/);
});

test('the Valkey that is shipped drops what its documentation says', () => {
  const [, policy = ''] = /^maxmemory-policy (\S+)$/m.exec(read('docs/several-nodes.md')) ?? [];
  expect(read('deploy/compose.yaml')).toContain(`--maxmemory-policy, ${policy}]`);
});

test('Compose puts both nodes in the place of the one that the configuration of nginx names', () => {
  const [, script = ''] = /sed -E '([^']+)' \/unstore\.conf/.exec(read('deploy/compose.yaml')) ?? [];
  const shipped = read('deploy/nginx/unstore.conf');
  const made = execFileSync('sed', ['-E', script], { input: shipped, encoding: 'utf8' });
  expect(made).toMatch(/^ *server node-1:3000 max_fails=0; server node-2:3000 max_fails=0;$/m);
  expect(made).not.toContain('127.0.0.1:3000');
});
