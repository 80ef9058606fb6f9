import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'standalone-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (path: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), path);
};

test('the copied folder keeps the modification times of the build, and no variables', () => {
  const pages = ['es/plugins.html', 'es/plugins.segments/_tree.segment.rsc', 'robots.txt.body'];
  const rendered = new Date('2026-11-22T10:00:00Z');
  for (const page of pages) {
    write(`.next/server/app/${page}`);
    utimesSync(join(folder, '.next/server/app', page), rendered, rendered);
    // Next.js copies files with the current time.
    write(`.next/standalone/.next/server/app/${page}`);
  }
  for (const path of [
    '.next/standalone/server.js',
    '.next/standalone/.next/server/only-here.js',
    '.next/standalone/.env',
    '.next/standalone/.env.production',
    '.next/static/a.js',
    'public/a.png',
    'deploy/job.mjs',
  ])
    write(path);
  cpSync(join(root, 'deploy/standalone.mjs'), join(folder, 'deploy/standalone.mjs'));
  const { NEXT_DIST_DIR: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [join(folder, 'deploy/standalone.mjs')], { env, encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
  for (const page of pages) {
    expect(statSync(join(folder, '.next/standalone/.next/server/app', page)).mtime, page).toEqual(rendered);
  }
  for (const name of ['.env', '.env.production'])
    expect(existsSync(join(folder, '.next/standalone', name))).toBe(false);
});
