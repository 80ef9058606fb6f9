import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

test('an update is not built where the shop runs: the build deletes what the server still reads', () => {
  const [update = ''] = /^An update .*?(?:\n\n|$(?!\n))/ms.exec(read('docs/production.md')) ?? [];
  expect(update).toContain('npm run build');
  expect(update).toContain('a folder of its own');
  expect(update).not.toContain('git pull');
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
