import { expect, test } from 'vitest';
import { authIdentity, authUser } from '../src/auth-rows.ts';

// From Auth's own model: text columns may not be null, and users of other instances are not found.
const user = { id: 'a', email: 'ana@gmail.com', hash: 'x', since: new Date(), metadata: {} };

test('a user row has the nil instance and no null tokens', () => {
  const row = authUser(user);
  expect(row.instance_id).toBe('00000000-0000-0000-0000-000000000000');
  const texts = ['confirmation_token', 'recovery_token', 'email_change', 'email_change_token_new'] as const;
  const more = ['email_change_token_current', 'phone_change', 'phone_change_token', 'reauthentication_token'] as const;
  for (const name of [...texts, ...more]) expect(row[name], name).toBe('');
});

test('an identity row contains its creation time', () => {
  expect(authIdentity('b', user)).toMatchObject({ created_at: user.since, updated_at: user.since, user_id: 'a' });
});
