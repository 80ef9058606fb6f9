import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isPage,
  isRequestPage,
  menu,
  needsDatabase,
  pages,
  panelTabs,
  profileMenu,
  routesOf,
  sitemapPaths,
} from '@/lib/gates/pages';

const app = join(import.meta.dirname, '../../../app/[locale]');

const routeOf = (file: string) => `/${dirname(file)}`.replaceAll(/\/\([^)]+\)/g, '').replace(/^\/\.$/, '') || '/';

/** The files that decide how a page is rendered: its own, and the layouts above it. */
function filesOf(file: string): string[] {
  const files = [join(app, file)];
  for (let folder = dirname(join(app, file)); folder.startsWith(app); folder = dirname(folder)) {
    const layout = join(folder, 'layout.tsx');
    if (existsSync(layout)) files.push(layout);
  }
  return files;
}

const isPerRequest = (file: string) =>
  filesOf(file)
    .map((name) => readFileSync(name, 'utf8'))
    .some((text) => text.includes('export const instant = false') && text.includes('await connection()'));

describe('the registry of pages', () => {
  it('contains exactly the pages of app/, with their rendering', () => {
    const files = globSync('**/page.tsx', { cwd: app }).filter((file) => !file.startsWith('[...rest]'));
    const rendering = files.map((file) => [routeOf(file), isPerRequest(file) ? 'request' : 'static']);
    expect(Object.fromEntries(Object.entries(pages).map(([route, page]) => [route, page.rendering]))).toEqual(
      Object.fromEntries(rendering),
    );
    expect(files).toHaveLength(Object.keys(pages).length);
  });

  it('lists pages in the sitemap and the menu', () => {
    expect(sitemapPaths).toEqual(
      expect.arrayContaining(['/', '/plugins', '/events', '/ofertas', '/club', '/legal/terms']),
    );
    expect(sitemapPaths.filter(isRequestPage)).toEqual([]);
    expect(menu.map(({ label }) => label)).toEqual(
      ['home', 'plugins', 'series', 'dlcs', 'events', 'trends', 'offers', 'club', 'support'], // as the sidebar shows them
    );
  });

  it('opens pages to the audience of their first segment', () => {
    const signedIn = ['cart', 'checkout', 'success', 'paypal-success', 'profile', 'library'];
    const creators = ['publicar', 'edit', 'preview', 'dashboard'];
    const audienceOf: Record<string, string> = {
      ...Object.fromEntries([...signedIn, ...creators].map((segment) => [segment, 'signedIn'])),
      moderation: 'moderator',
      'dashboard-admin': 'admin',
    };
    expect(Object.entries(pages).map(([route, { who }]) => [route, who])).toEqual(
      Object.keys(pages).map((route) => [route, audienceOf[route.split('/')[1] ?? '']]),
    );
  });

  it('names the pages that are open in maintenance mode, before the second step, or personal', () => {
    const always = ['/login', '/logout', '/confirm', '/status', '/maintenance', '/outage'];
    expect(routesOf(({ inMaintenance }) => inMaintenance === true).toSorted()).toEqual(
      [...always, '/legal/[page]', '/reset-password'].toSorted(),
    );
    expect(routesOf(({ beforeSecondStep }) => beforeSecondStep === true).toSorted()).toEqual(
      [...always, '/ban'].toSorted(),
    );
    expect(routesOf(({ isPersonal }) => isPersonal === true)).toEqual(['/login', '/reset-password', '/ban', '/gift']);
  });

  it.each(['/plugins/filtros', '/ofertas/filtros', '/search/espada', '/p/fragua/reviews', '/gift'])(
    'needs the database for %s',
    (path) => expect(needsDatabase(path)).toBe(true),
  );
  it.each(['/plugins', '/p/fragua', '/login', '/dashboard', '/nothing'])('serves %s without the database', (path) =>
    expect(needsDatabase(path)).toBe(false),
  );

  it('lists the pages of the profile and of the panel in their order', () => {
    expect(profileMenu.map(({ path }) => path)).toEqual([
      '/profile',
      '/profile/settings',
      '/profile/club',
      '/profile/orders',
      '/profile/help',
      '/profile/coins',
      '/library',
      '/profile/favorites',
      '/profile/notifications',
      '/profile/lang',
    ]);
    expect(panelTabs.map(({ group, tabs }) => [group, tabs.map(({ path }) => path.split('/')[2] ?? path)])).toEqual([
      ['shop', ['/dashboard-admin', 'announcements', 'settings', 'audit', 'events', 'queries']],
      ['sales', ['orders', 'payments', 'failures', 'charges', 'coupons', 'codes']],
      ['people', ['reports', 'users', 'help']],
      ['goods', ['/moderation', 'products', 'featured']],
      ['money', ['disputes', 'cases', 'withdrawals', 'books']],
    ]);
  });
});

it.each([
  '/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA',
  '/account/a.b',
  '/account/x%20',
  `/p/${'a'.repeat(80)}`,
  '/plugins',
  '/series/desde/a',
  '/p/x/questions/2',
  '/legal/terms',
])('%s can be a static page', (path) => expect([isPage(path), isRequestPage(path)]).toEqual([true, false]));

it.each(['/profile/order/x', '/dlcs/filtros', '/p/x/reviews', '/search/%C3%B1', '/moderation/reports', '/login'])(
  '%s is a page rendered for each request',
  (path) => expect(isRequestPage(path)).toBe(true),
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
  '/trends/filtros',
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
  '/profile/x/y',
  '/profile/orders.x',
  '/dashboard-admin/zzz',
  '/x/login',
  '/loginx',
  '/constructor',
  '/_next/x',
])('%s cannot exist', (path) => expect(isPage(path)).toBe(false));
