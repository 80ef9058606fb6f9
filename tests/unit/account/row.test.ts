import { expect, it } from 'vitest';
import { isBanned, meRow } from '@/lib/account/identity/row';
import { accountRow } from './account-row.ts';

const row = { ...accountRow, role: 'admin' };

it.each([
  ['none', {}],
  ['none', { aal2: true }],
  ['pending', { mfa_activa: true, mfa_pendiente: true }],
  ['pending', { mfa_activa: true, mfa_pendiente: true, aal2: true }],
  ['recovered', { mfa_activa: true }],
  ['shown', { mfa_activa: true, aal2: true }],
])('the second factor is %s with %j: only a verified one opens the panel', (secondFactor, level) => {
  expect(meRow.parse({ ...row, ...level }).secondFactor).toBe(secondFactor);
});

it('followed people have a name and a picture', () => {
  const siguiendo = [{ id: 'eva', display_name: 'Eva', avatar_url: '/media/avatars/eva.webp' }];
  expect(meRow.parse({ ...row, siguiendo }).following).toEqual([
    { id: 'eva', displayName: 'Eva', avatarUrl: '/media/avatars/eva.webp' },
  ]);
});

it('a ban lasts until its end, and forever without one', () => {
  const at = (seconds: number) => isBanned({ bannedUntil: new Date(Date.now() + seconds * 1000).toISOString() });
  expect([isBanned({ bannedUntil: null }), at(-1), at(60)]).toEqual([false, false, true]);
  // As the database writes a moment that never comes.
  expect(isBanned({ bannedUntil: 'infinity' })).toBe(true);
});
