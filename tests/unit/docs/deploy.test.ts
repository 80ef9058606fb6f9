import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

test('Compose replaces the upstream of the nginx configuration with both nodes', () => {
  const [, script = ''] = /sed -E '([^']+)' \/unstore\.conf/.exec(read('deploy/compose.yaml')) ?? [];
  const shipped = read('deploy/nginx/unstore.conf');
  const made = execFileSync('sed', ['-E', script], { input: shipped, encoding: 'utf8' });
  expect(made).toMatch(/^ *server node-1:3000 max_fails=0; server node-2:3000 max_fails=0;$/m);
  expect(made).not.toContain('127.0.0.1:3000');
});
