/** @module-tag nightly */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
const shop = join(folder, 'shop');
const modules = join(shop, 'node_modules');
afterAll(() => rmSync(folder, { recursive: true }));

const npm = (cwd: string, ...args: string[]) => {
  const run = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--offline'], { cwd, encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
};
const writeJson = (path: string, value: object) => writeFileSync(path, JSON.stringify(value));
const description = { name: 'thing', version: '1.0.0', main: 'index.js' };

// A shop that needs one package, which is a local file.
beforeAll(() => {
  mkdirSync(join(folder, 'thing'));
  mkdirSync(join(shop, 'scripts'), { recursive: true });
  writeJson(join(folder, 'thing/package.json'), description);
  writeFileSync(join(folder, 'thing/index.js'), 'module.exports = 1;');
  npm(join(folder, 'thing'), 'pack', '--pack-destination', shop);
  writeJson(join(shop, 'package.json'), { private: true, dependencies: { thing: 'file:thing-1.0.0.tgz' } });
  npm(shop, 'install', '--package-lock-only');
  cpSync(join(root, 'scripts/bootstrap.mjs'), join(shop, 'scripts/bootstrap.mjs'));
});

const bootstrap = () => {
  const run = spawnSync(process.execPath, [join(shop, 'scripts/bootstrap.mjs')], { encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
  return run.stdout;
};

/** The result of `kill -9` during an installation: a package with only its description. */
const breakOff = () => {
  rmSync(join(modules, 'thing'), { recursive: true, force: true });
  mkdirSync(join(modules, 'thing'), { recursive: true });
  writeJson(join(modules, 'thing/package.json'), description);
};

test('packages of an interrupted first installation are reinstalled', () => {
  breakOff();
  bootstrap();
  expect(existsSync(join(modules, 'thing/index.js'))).toBe(true);
  expect(bootstrap()).toBe('');
});

test('packages of an interrupted later installation are reinstalled', () => {
  // Another release of the shop, during whose installation the process is killed.
  writeFileSync(join(shop, 'npm'), '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 });
  const lock = join(shop, 'package-lock.json');
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
  const PATH = `${shop}:${process.env.PATH}`;
  const killed = spawnSync(process.execPath, [join(shop, 'scripts/bootstrap.mjs')], { env: { ...process.env, PATH } });
  expect(killed.signal).toBe('SIGKILL');
  breakOff();
  bootstrap();
  expect(existsSync(join(modules, 'thing/index.js'))).toBe(true);
});
