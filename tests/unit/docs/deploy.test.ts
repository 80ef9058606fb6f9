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
