// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { UserBan } from '@/components/admin/user-ban-client';
import type { AdminUser } from '@/lib/admin/users';
import { buttonOf, field, press, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { done } = vi.hoisted(() => ({ done: async () => ({ ok: true, value: undefined }) }));
vi.mock('@/lib/admin/user-action', () => ({ banUser: done, unbanUser: done }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
const person = { id: 'u1', displayName: 'Ana', bannedUntil: null, banReason: null } as AdminUser;

test('the focus stays at the button of a ban, which then lifts it, and the reason is empty', async () => {
  await show(<UserBan user={person} />);
  await type('Motivo', 'Insultos');
  buttonOf('Suspender').focus();
  await press('Suspender');
  await press('Suspender a Ana');
  await show(<UserBan user={{ ...person, bannedUntil: 'infinity', banReason: 'Insultos' }} />);
  expect(document.activeElement).toBe(buttonOf('Levantar la suspensión'));
  expect(field('Motivo').value).toBe('');
});
