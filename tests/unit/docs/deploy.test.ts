import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('a service behind a proxy of the same machine listens on loopback only', () => {
  expect(read('deploy/systemd/unstore@.service')).toMatch(/^Environment=.*\bHOSTNAME=localhost\b/m);
});

test('the README names the version of the Node that the units run', () => {
  const [major] = JSON.parse(read('package.json')).devDependencies.node.split('.');
  for (const unit of ['unstore@.service', 'unstore-job.service'])
    expect(read(`deploy/systemd/${unit}`)).toMatch(/^ExecStart=\/usr\/bin\/node /m);
  expect(read('deploy/README.md').replaceAll('\n', ' ')).toContain(`\`/usr/bin/node\`, which must be Node ${major}`);
});

test('the guide to production installs the packages before it runs a command that needs them', () => {
  const [before = ''] = read('docs/production.md').split('npm run setup:production');
  expect(before).toContain('npm ci --include=dev');
});

test('the guides name every bucket of the storage', () => {
  const buckets = globSync('supabase/schemas/*.sql', { cwd: root })
    .flatMap((file) => /^insert into storage\.buckets [^;]+/gm.exec(read(file)) ?? [])
    .flatMap((statement) => [...statement.matchAll(/^ {2}\('(\w+)'/gm)].map(([, name]) => name));
  expect(buckets).toHaveLength(4);
  const [row = ''] = /^\| \*Storage\*.+versioning off.+$/m.exec(read('docs/production.md')) ?? [];
  const [, chapter = ''] = read('docs/architecture.md').split('## Storage and pictures');
  for (const name of buckets) {
    expect(row).toContain(`\`${name}\``);
    expect(chapter).toContain(`\`${name}\``);
  }
});

test("the job of Compose has no health check, because the image's one calls a server", () => {
  const job = read('deploy/compose.yaml')
    .split(/^ {2}(?=\S)/m)
    .find((service) => service.startsWith('job:'));
  expect(job).toMatch(/^ {4}healthcheck:\n {6}disable: true$/m);
});

test('Compose replaces the upstream of the nginx configuration with both nodes', () => {
  const [, script = ''] = /sed -E '([^']+)' \/unstore\.conf/.exec(read('deploy/compose.yaml')) ?? [];
  const shipped = read('deploy/nginx/unstore.conf');
  const made = execFileSync('sed', ['-E', script], { input: shipped, encoding: 'utf8' });
  expect(made).toMatch(/^ *server node-1:3000 max_fails=0; server node-2:3000 max_fails=0;$/m);
  expect(made).not.toContain('127.0.0.1:3000');
});
