import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../../../app');
const layouts: string[] = [];
for await (const path of glob('**/layout.tsx', { cwd: app })) layouts.push(path);

test('the app has several layouts', () => expect(layouts.length).toBeGreaterThan(5));

test.each(layouts)('app/%s unmounts its pages when they are left', async (path) => {
  expect(await readFile(join(app, path), 'utf8')).toMatch(/<Fresh(?:Page|Group)\b[^>]*>\{children\}</);
});
