import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsNul,
  isPersonal,
  isPersonalApi,
  opensBeforeSecondStep,
  readPath,
  requiresAdmin,
  requiresLogin,
  requiresModerator,
  safeNext,
  staysOpen,
  staysOpenApi,
} from '@/lib/gates/routes';

describe('routes', () => {
  it('that require a login match the list', () => {
    for (const path of ['/profile', '/profile/orders', '/cart', '/checkout', '/library', '/dashboard-admin'])
      expect(requiresLogin(path), path).toBe(true);
    for (const path of ['/', '/p/profile', '/profiles', '/account/x', '/support', '/cartas'])
      expect(requiresLogin(path), path).toBe(false);
  });
  it('that require an admin match the list', () => {
    expect(requiresAdmin('/dashboard-admin')).toBe(true);
    expect(requiresAdmin('/dashboard')).toBe(false);
  });
  it('that require a moderator match the list', () => {
    expect(requiresModerator('/moderation/x')).toBe(true);
    expect(requiresModerator('/moderate')).toBe(false);
  });
  it('for the login of admins stay open in maintenance mode', () => {
    expect(staysOpen('/login')).toBe(true);
    expect(staysOpen('/')).toBe(false);
  });
  it('that complete payments stay open in maintenance mode, and no other API routes', () => {
    for (const path of [
      '/api/webhooks/stripe',
      '/api/webhooks/paypal',
      '/api/cron',
      '/api/status',
      '/api/health',
      '/api/ready',
      '/api/me',
      '/api/unsubscribe',
      '/api/azlink',
      '/api/v1/deliveries',
      '/auth/confirm',
    ])
      expect(staysOpenApi(path), path).toBe(true);
    for (const path of ['/api/create-order', '/api/statuses', '/api/download/x', '/api/search/suggest'])
      expect(staysOpenApi(path), path).toBe(false);
  });
});

describe('the paths that depend on the person', () => {
  it.each(['/profile', '/cart', '/login', '/login/nombre', '/gift', '/ban', '/moderation/x'])('include %s', (path) =>
    expect(isPersonal(path)).toBe(true),
  );
  it.each(['/', '/plugins', '/p/x', '/loginx', '/status'])('do not include %s', (path) =>
    expect(isPersonal(path)).toBe(false),
  );
  it.each(['/api/me', '/api/download/x', '/api/v10', '/api/create-order', '/authx'])('include the route %s', (path) =>
    expect(isPersonalApi(path)).toBe(true),
  );
  it.each([
    '/api/v1/products',
    '/api/cron',
    '/api/webhooks/stripe',
    '/api/health',
    '/api/ready',
    '/api/status',
    '/api/search/suggest',
    '/api/oembed',
    '/api/unsubscribe',
    '/api/azlink',
    '/auth/confirm',
  ])('do not include the route %s', (path) => expect(isPersonalApi(path)).toBe(false));
  it('are closed before the second factor, except those for it and the logout', () => {
    for (const path of ['/login', '/login/verificar', '/logout', '/confirm', '/ban', '/auth/callback'])
      expect(opensBeforeSecondStep(path), path).toBe(true);
    for (const path of ['/', '/profile', '/reset-password', '/authx', '/dashboard-admin'])
      expect(opensBeforeSecondStep(path), path).toBe(false);
  });
});

describe('safeNext', () => {
  it.each([
    '//example.org',
    '/\\example.org',
    'https://example.org',
    'javascript:alert(1)',
    '',
    null,
    '/login',
    '/login?next=/x',
    '/a b',
    '/.//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/%5C/../..//evil.example',
    '//',
    '/.//',
    '/./\\evil.example',
    '/%6cogin',
    '/x/%00',
    '/%E0%A4%A',
    'profile',
    'x/profile',
  ])('does not follow %s', (next) => {
    expect(safeNext(next)).toBe('/');
  });
  it('follows paths of this shop', () =>
    expect(safeNext('/cart?producto=x&edicion=1')).toBe('/cart?producto=x&edicion=1'));
  it.each([
    ['/p/x/../y?q=1#z', '/p/y?q=1#z'],
    ['/search/%C3%B1and%C3%BA', '/search/%C3%B1and%C3%BA'],
    ['/loginx', '/loginx'],
  ])('parses %s as browsers do', (next, read) => expect(safeNext(next)).toBe(read));

  it('never leaves the shop for any input', () => {
    const site = 'https://unstore.example';
    const piece = fc.oneof(
      fc.constantFrom(
        ...'/ \\ . .. // %2e %2f %5c %00 %09 \t \n \r @ : ? # https: javascript: evil.example [ ] %'.split(' '),
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const next = safeNext(`/${pieces.join('')}`);
        const { origin, pathname } = new URL(next, site);
        expect(origin).toBe(site);
        expect(pathname.startsWith('//')).toBe(false);
        // Resolved by a redirect of the server, and then by a browser.
        expect(new URL(new URL(next, site).href.slice(site.length), site).origin).toBe(site);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the path of a request', () => {
  it.each([
    ['/%70rofile', '/profile'],
    ['/dashboard%2Dadmin/users', '/dashboard-admin/users'],
    ['/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA', '/account/50% Café/Ñandú'],
    ['/%2570rofile', '/%70rofile'],
  ])('%s is decoded once, to %s', (address, path) => expect(readPath(address)).toBe(path));
  it.each(['/p/%00', '/p/%E0%A4%A', '/p/%', '/%ZZ', '/search/%C3'])('%s is not a path', (address) =>
    expect(readPath(address)).toBeNull(),
  );
  it.each(['?q=%00', '?a=1&b=x%00y', '?%00=1'])('detects NUL in %s', (search) =>
    expect(containsNul(search)).toBe(true),
  );
  it.each(['', '?q=100%25', '?q=%2500', '?q=%01'])('detects no NUL in %s', (search) =>
    expect(containsNul(search)).toBe(false),
  );
});
