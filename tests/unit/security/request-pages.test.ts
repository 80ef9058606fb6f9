import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isRequestPage } from '@/lib/gates/request-pages';

const root = join(import.meta.dirname, '../../../app/[locale]');

/** The files that decide how a page is rendered: its own, and the layouts above it. */
function filesOf(page: string): string[] {
  const files = [page];
  for (let folder = dirname(page); folder.startsWith(root); folder = dirname(folder)) {
    const layout = join(folder, 'layout.tsx');
    if (existsSync(layout)) files.push(layout);
  }
  return files;
}

const pages = globSync('**/page.tsx', { cwd: root }).map((file) => ({
  path: `/${dirname(file)}`
    .replaceAll(/\/\([^)]+\)/g, '')
    .replaceAll(/\[[^\]]+\]/g, 'x')
    .replace(/^\/\.$/, '/'),
  isPerRequest: filesOf(join(root, file)).some((name) => {
    const text = readFileSync(name, 'utf8');
    return text.includes('export const instant = false') && text.includes('await connection()');
  }),
}));

it.each(pages)('$path is rendered as its policy needs it', ({ path, isPerRequest }) => {
  expect(isRequestPage(path)).toBe(isPerRequest);
});

it('finds the pages', () => expect(pages.length).toBeGreaterThan(50));

it.each(['/profile/x/y', '/profile/orders.x', '/dashboard-admin/zzz', '/p/x', '/search', '/x/login', '/loginx'])(
  '%s is no page that is rendered for each request',
  (path) => expect(isRequestPage(path)).toBe(false),
);
