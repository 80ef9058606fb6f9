import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'));

it('every package with an install script is allowed to run it on all platforms', () => {
  const packages: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages;
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(new Set(Object.keys(read('package.json').allowScripts))).toEqual(new Set(withScript));
});
