import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'standalone-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a standalone build has its static files, and no variables of the machine that built it', () => {
  const variables = ['.env', '.env.production'].map((name) => join('.next/standalone', name));
  for (const path of [
    '.next/standalone/server.js',
    ...variables,
    '.next/static/a.js',
    'public/a.png',
    'deploy/job.mjs',
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  cpSync(join(root, 'deploy/standalone.mjs'), join(folder, 'deploy/standalone.mjs'));
  const { NEXT_DIST_DIR: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [join(folder, 'deploy/standalone.mjs')], { env, encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
  for (const path of ['.next/static/a.js', 'public/a.png', 'job.mjs'])
    expect(existsSync(join(folder, '.next/standalone', path)), path).toBe(true);
  for (const path of variables) expect(existsSync(join(folder, path)), path).toBe(false);
});
