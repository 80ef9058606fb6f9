// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ProfileForm } from '@/components/account/settings/profile-form-client';
import { profileSchema } from '@/lib/account/settings/schema';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), unstable_rethrow: () => {} }));
vi.mock('@/lib/account/settings/action', () => ({ saveProfileAction: async () => ({}) }));

const { show } = openPlace();

test('a telephone is proposed as 000-000-000', async () => {
  await show(<ProfileForm settings={{ displayName: 'Ana', phone: '', bio: '' }} />);
  expect(document.querySelector('input[name=phone]')?.getAttribute('placeholder')).toBe('000-000-000');
});

const before = { displayNameBefore: '', phoneBefore: '', bioBefore: '' };
const problem = (part: object) =>
  profileSchema.safeParse({ displayName: 'Ana', phone: '', bio: '', ...before, ...part }).error?.issues[0]?.message;

test.each([
  ['displayName', 'a'.repeat(20), undefined],
  ['displayName', 'a'.repeat(21), 'nameLong'],
  ['phone', '1'.repeat(15), undefined],
  ['phone', '1'.repeat(16), 'phoneLong'],
])('%s «%s» has the problem %s', (field, value, code) => expect(problem({ [field]: value })).toBe(code));
