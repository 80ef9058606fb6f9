import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const secret = [
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
  'backups/2026-11-22/database.dump',
  'backups/2026-11-22/manifest.json',
  'server-agent.env',
  'packages/server-agent/server-agent.env',
  'server-agent.journal',
  '.local-supabase/keys.json',
  '.payment-simulator/payment-providers.sqlite',
];

// In its own repository, so that it also applies to sources from an archive.
const folder = mkdtempSync(join(tmpdir(), 'ignored-'));
beforeAll(() => {
  execFileSync('git', ['init', '--quiet', folder]);
  cpSync(join(root, '.gitignore'), join(folder, '.gitignore'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('git', () => {
  const isIgnored = (path: string) => spawnSync('git', ['check-ignore', '--quiet', path], { cwd: folder }).status === 0;
  it.each(secret)('never tracks %s', (path) => expect(isIgnored(path)).toBe(true));
  it.each(['.env.example', 'scripts/backup/files.ts'])('tracks %s', (path) => expect(isIgnored(path)).toBe(false));
});

describe('an image', () => {
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  it.each(['.env*', '*.env', 'backups', '.local-supabase', '.payment-simulator'])('is built without %s', (name) =>
    expect(left).toContain(name),
  );
});
