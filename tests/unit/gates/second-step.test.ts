import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingStep } from '@/lib/gates/second-step';

const person = (role: 'user' | 'moderador' | 'admin', secondFactor: 'none' | 'pending' | 'recovered' | 'shown') => ({
  role,
  secondFactor,
});

describe('a login without its second factor', () => {
  it('is redirected to the second factor from everywhere, and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('user', 'moderador', 'admin'),
        fc
          .webPath()
          .filter((path) => path.startsWith('/') && !/^\/(login|auth|logout|ban|status|maintenance)/.test(path)),
        (role, path) => {
          const step = missingStep(person(role, 'pending'), path, '?a=1');
          const address = new URL(step ?? '', 'https://shop.test');
          expect(address.pathname).toBe('/login/verificar');
          expect(address.searchParams.get('next')).toBe(`${path}?a=1`);
        },
      ),
    );
  });

  it.each(['/login', '/login/verificar', '/logout', '/auth/confirm', '/ban', '/status', '/maintenance'])(
    'leaves %s open',
    (path) => expect(missingStep(person('admin', 'pending'), path)).toBeNull(),
  );

  it.each(['/loginx', '/logout-all', '/profile/login', '/'])('does not leave %s open', (path) =>
    expect(missingStep(person('user', 'pending'), path)).not.toBeNull(),
  );
});

describe('the admin panel', () => {
  const toTwoFactor = (path: string) => `/profile/two-factor?next=${encodeURIComponent(path)}`;

  it.each(['none', 'recovered'] as const)('makes staff with «%s» set up a second factor', (secondFactor) => {
    expect(missingStep(person('admin', secondFactor), '/dashboard-admin', '?q=a')).toBe(
      toTwoFactor('/dashboard-admin?q=a'),
    );
    expect(missingStep(person('moderador', secondFactor), '/moderation/x')).toBe(toTwoFactor('/moderation/x'));
    expect(missingStep(person('admin', secondFactor), '/moderation')).toBe(toTwoFactor('/moderation'));
  });

  it('opens to staff with a verified second factor, and requires none of other people', () => {
    expect(missingStep(person('admin', 'shown'), '/dashboard-admin')).toBeNull();
    expect(missingStep(person('user', 'none'), '/dashboard-admin')).toBeNull();
    expect(missingStep(person('user', 'none'), '/moderation')).toBeNull();
    expect(missingStep(person('moderador', 'none'), '/dashboard-admin')).toBeNull();
    expect(missingStep(person('admin', 'none'), '/library')).toBeNull();
  });
});
