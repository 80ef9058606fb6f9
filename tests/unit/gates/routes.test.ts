import { describe, expect, it } from 'vitest';
import { requiresAdmin, requiresLogin, requiresModerator, safeNext, staysOpen, staysOpenApi } from '@/lib/gates/routes';

describe('routes', () => {
  it('of signed-in people are exactly theirs', () => {
    for (const path of ['/profile', '/profile/orders', '/cart', '/checkout', '/library', '/dashboard-admin'])
      expect(requiresLogin(path), path).toBe(true);
    for (const path of ['/', '/p/profile', '/profiles', '/account/x', '/support', '/cartas'])
      expect(requiresLogin(path), path).toBe(false);
  });
  it('of admins are theirs', () => {
    expect(requiresAdmin('/dashboard-admin')).toBe(true);
    expect(requiresAdmin('/dashboard')).toBe(false);
  });
  it('of moderators are theirs', () => {
    expect(requiresModerator('/moderation/x')).toBe(true);
    expect(requiresModerator('/moderate')).toBe(false);
  });
  it('that let an admin in stay open during maintenance', () => {
    expect(staysOpen('/login')).toBe(true);
    expect(staysOpen('/')).toBe(false);
  });
  it('through which money in flight arrives stay open during maintenance, and no others of the API', () => {
    for (const path of ['/api/webhooks/stripe', '/api/webhooks/paypal', '/api/cron', '/api/status', '/api/me'])
      expect(staysOpenApi(path), path).toBe(true);
    for (const path of ['/api/create-order', '/api/statuses', '/api/download/x', '/api/search/suggest'])
      expect(staysOpenApi(path), path).toBe(false);
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
  ])('does not follow %s', (next) => {
    expect(safeNext(next)).toBe('/');
  });
  it('follows paths of this shop', () =>
    expect(safeNext('/cart?producto=x&edicion=1')).toBe('/cart?producto=x&edicion=1'));
});
