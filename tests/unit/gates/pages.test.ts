import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isKeptPage, isPage } from '@/lib/gates/pages';
import { isRequestPage } from '@/lib/gates/request-pages';

const root = join(import.meta.dirname, '../../..');

const pages = globSync('**/page.tsx', { cwd: join(root, 'app/[locale]') })
  .filter((file) => !file.startsWith('[...rest]'))
  .map(
    (file) =>
      `/${dirname(file)}`
        .replaceAll(/\/\([^)]+\)/g, '')
        .replace('legal/[page]', 'legal/terms')
        .replaceAll(/\[[^\]]+\]/g, 'a-1')
        .replace(/^\/\.$/, '') || '/',
  );

describe('the pages of the shop', () => {
  it.each(pages)('%s is a page', (path) => {
    expect([isPage(path), isKeptPage(path)]).toEqual([true, !isRequestPage(path)]);
  });

  it('are all found', () => expect(pages.length).toBeGreaterThan(50));
});

it.each(['/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA', '/account/a.b', '/account/x%20', `/p/${'a'.repeat(80)}`])(
  'something may be at %s',
  (path) => expect(isPage(path)).toBe(true),
);

it.each([
  '/.env',
  '/wp-login.php',
  '/x.txt',
  '/es',
  '/fr',
  '/en/plugins',
  '/index.html',
  '/404',
  '/Plugins',
  '/%70lugins',
  '/%70/a',
  '/plugins/x',
  '/plugins/desde',
  '/plugins/desde/A',
  '/trends/desde/a',
  '/legal',
  '/legal/a-1',
  '/p',
  '/p/',
  '/p/A',
  '/p/a_b',
  '/p/a--b',
  '/p/x.y',
  `/p/${'a'.repeat(81)}`,
  '/p/a/b',
  '/p/__nothing_to_prerender__',
  '/account',
  '/account/%20',
  `/account/${'a'.repeat(21)}`,
  '/account/__nothing_to_prerender__',
  '/_next/x',
])('nothing can be at %s', (path) => expect(isPage(path)).toBe(false));

/** The regular expressions with which nginx knows a page that is made for one visitor. */
const personal = [
  ...(
    /map \$uri \$unstore_is_personal \{([^}]*)\}/.exec(
      readFileSync(join(root, 'deploy/nginx/unstore.conf'), 'utf8'),
    )?.[1] ?? ''
  ).matchAll(/"~(.+)" 1;/g),
].map(([, text = '']) => new RegExp(text));
const isPersonal = (path: string) => personal.some((expression) => expression.test(path));

it.each(pages)('nginx keeps %s only if it is the same for everybody', (path) => {
  expect(isPersonal(path)).toBe(!isKeptPage(path) || path === '/logout');
});
