import { expect, type Page } from '@playwright/test';
import { securityHeaders, unframedHeaders } from '../../lib/core/security/headers.mjs';
import { isRequestPage } from '../../lib/gates/pages.ts';
import { signInAsAdmin } from './support/admin.ts';
import { giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const kept = [
  '/',
  '/plugins',
  '/trends',
  '/support',
  '/search',
  '/club',
  '/legal/cookies',
  '/status',
  '/logout',
  '/p/fragua-arcana',
  '/account/Forjabit',
  '/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA',
  '/no-existe.php',
  '/p/no-existe',
];
const forVisitors = [
  '/login',
  '/login?mode=register',
  '/reset-password',
  '/search/fragua',
  '/plugins/filtros',
  '/baja',
  '/p/fragua-arcana/reviews',
];
const forPeople = [
  '/profile',
  '/profile/orders',
  '/profile/favorites',
  '/profile/settings',
  '/profile/club',
  '/profile/coins',
  '/profile/notifications',
  '/profile/lang',
  '/library',
  '/dashboard',
  '/publicar',
  '/cart?producto=fragua-arcana',
  '/checkout?producto=fragua-arcana',
  '/success',
  '/paypal-success',
];
const forAdmins = [
  '/dashboard-admin',
  '/dashboard-admin/users',
  '/dashboard-admin/products',
  '/dashboard-admin/payments',
  '/dashboard-admin/withdrawals',
  '/moderation',
  '/moderation/reports',
];

type Marked = Window & { violations?: string[]; injected?: boolean };

/** Notes what the policy of a page refuses, and every error that a script throws. */
async function watch(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) errors.push(message.text());
  });
  await page.addInitScript(() => {
    const marked = window as Marked;
    marked.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      marked.violations?.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return errors;
}

const restrictions = Object.fromEntries(
  [...securityHeaders, ...unframedHeaders].map(({ key, value }) => [key.toLowerCase(), value]),
);

const scriptsOf = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];

/** Opens a page: nothing of it is refused, it works, and its headers restrict browsers. Returns its script sources. */
async function expectCleanPage(page: Page, path: string, errors: string[]): Promise<string[]> {
  const response = await page.goto(path, { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => (window as Marked).violations), path).toEqual([]);
  expect(errors, path).toEqual([]);
  const headers = (await response?.allHeaders()) ?? {};
  expect(headers, path).toMatchObject(restrictions);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy.match(/script-src/g), `one policy for ${path}`).toHaveLength(1);
  for (const directive of [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy, path).toContain(directive);
  return scriptsOf(policy);
}

function expectNonce(path: string, scripts: string[]) {
  expect(scripts[0], path).toMatch(/^'nonce-[\w+/]{24}'$/);
  expect(scripts, path).toContain("'strict-dynamic'");
  expect(scripts, path).not.toContain("'self'");
}

test('static pages allow only their own scripts and hashes', { tag: '@nightly' }, async ({ page }) => {
  const errors = await watch(page);
  for (const path of kept) {
    const scripts = await expectCleanPage(page, path, errors);
    expect(scripts[0], path).toBe("'self'");
    expect(scripts.length, path).toBeGreaterThan(2);
    for (const source of scripts.slice(1)) expect(source, path).toMatch(/^'sha256-[\w+/]{43}='$/);
  }
});

test('pages per request allow only scripts with a nonce that changes with each request', { tag: '@nightly' }, async ({
  page,
}) => {
  const errors = await watch(page);
  const nonces = new Set<string>();
  for (const path of [...forVisitors, '/login']) {
    const scripts = await expectCleanPage(page, path, errors);
    expectNonce(path, scripts);
    nonces.add(scripts[0] ?? '');
  }
  expect(nonces.size).toBe(forVisitors.length + 1);
});

test('personal pages and the checkout allow only scripts with a nonce', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  const order = await giveOrder(person, 'fragua-arcana');
  await signIn(page, person);
  const errors = await watch(page);
  for (const path of [...forPeople, `/profile/order/${order}`]) {
    const scripts = await expectCleanPage(page, path, errors);
    if (isRequestPage(new URL(page.url()).pathname)) expectNonce(path, scripts);
  }
});

test('pages of admins and moderators allow only scripts with a nonce', { tag: '@nightly' }, async ({ page }) => {
  await signInAsAdmin(page);
  const errors = await watch(page);
  for (const path of forAdmins) expectNonce(path, await expectCleanPage(page, path, errors));
});

for (const path of ['/', '/p/fragua-arcana', '/login', '/search/fragua']) {
  const tag = ['/p/fragua-arcana', '/login'].includes(path) ? [] : '@nightly';
  test(`a script injected into ${path} does not run`, { tag }, async ({ page }) => {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const injected = '<script>window.injected=true</script><img src=x onerror="window.injected=true">';
      await route.fulfill({ response, body: (await response.text()).replace('</body>', `${injected}</body>`) });
    });
    await watch(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const { injected, violations } = await page.evaluate(() => {
      const { injected, violations } = window as Marked;
      return { injected, violations };
    });
    expect(injected).toBeUndefined();
    expect(violations).toEqual(expect.arrayContaining(['script-src-elem inline', 'script-src-attr inline']));
  });
}
