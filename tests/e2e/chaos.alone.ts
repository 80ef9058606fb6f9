import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './support/test.ts';

const root = join(import.meta.dirname, '../..');

test('everybody at once, with faults and kill -9 of nodes and database: the books agree with the providers’', async () => {
  test.setTimeout(240_000);
  const args = ['scripts/chaos.ts', '--quick', '--built'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (failed: { stdout: string; stderr: string }) => ({ stdout: `${failed.stdout}\n${failed.stderr}` }),
  );
  await test.info().attach('report', { body: stdout, contentType: 'text/markdown' });
  expect(stdout).toContain('Nothing is wrong.');
});
