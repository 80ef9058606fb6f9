import { expect, test } from 'vitest';
import { profileSchema } from '@/lib/account/settings/schema';

const rest = { displayName: 'Ana', bio: '', displayNameBefore: '', phoneBefore: '', bioBefore: '' };
const read = (phone: string) => profileSchema.safeParse({ ...rest, phone });

test.each([
  ['+34 600 123 456', '+34 600 123 456'],
  [' 600.123.456\n', '600.123.456'],
  ['(+34) 600123456', '(+34) 600123456'],
  ['\u202a+34 600-123-456\u202c', '+34 600-123-456'],
  ['600\u00a0123\t456', '600 123 456'],
  ['', ''],
])('the telephone number %j is kept as %j', (typed, kept) => expect(read(typed).data?.phone).toBe(kept));

test.each([
  ['+34 600 123 4567', 'phoneLong'],
  ['600 123 ext 4', 'phoneCharacters'],
])('the telephone number %j is refused with %s', (typed, problem) =>
  expect(read(typed).error?.issues[0]?.message).toBe(problem),
);
