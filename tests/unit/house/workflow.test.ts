import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

it('CI installs the servers that tests start', () => {
  const packages = [...read('scripts/ensure-servers.ts').matchAll(/name: '([a-z0-9-]+)'/g)].map(([, name]) => name);
  expect(packages.length).toBeGreaterThan(2);
  const [, installed = ''] = /apt-get install -y (.+)$/m.exec(read('.github/workflows/verify.yml')) ?? [];
  expect(installed.split(' ').sort()).toEqual(packages.sort());
});
