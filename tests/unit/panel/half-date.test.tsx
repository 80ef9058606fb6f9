// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FeatureForm } from '@/components/admin/featured-form-client';
import { UserBan } from '@/components/admin/user-ban-client';
import { ReportActions } from '@/components/moderation/report-actions-client';
import { EditCoupon } from '@/components/vouchers/coupon-edit-client';
import { OwnCouponForm } from '@/components/vouchers/own-coupon-form-client';
import type { AdminUser } from '@/lib/admin/users';
import { field, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { act: run } = vi.hoisted(() => ({ act: vi.fn() }));
vi.mock('@/lib/moderation/reports/action', () => ({ actOnReport: run, askInReport: vi.fn(), settleReport: vi.fn() }));
vi.mock('@/lib/admin/user-action', () => ({ banUser: run, unbanUser: vi.fn() }));
vi.mock('@/lib/admin/featured-action', () => ({ featureProduct: run }));
vi.mock('@/lib/vouchers/own-action', () => ({ createOwnCoupon: run, stopOwnCoupon: vi.fn() }));
vi.mock('@/lib/vouchers/admin-action', () => ({ saveCoupon: run, editCoupon: vi.fn(), deleteCoupon: vi.fn() }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();

async function chooseBan(): Promise<void> {
  const select = document.querySelector('select') as HTMLSelectElement;
  select.value = 'ban';
  await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })));
}

/** Sets what jsdom, which has no parts of a date, never says: a date that is half typed. */
function typeHalf(label: string, isHalf: boolean) {
  Object.defineProperty(field(label), 'validity', { value: { badInput: isHalf }, configurable: true });
}

beforeEach(() => {
  run.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

const person = { id: 'u1', displayName: 'Ana', bannedUntil: null, banReason: null } as AdminUser;
const submit = () =>
  act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

const forms: Array<
  [what: string, form: ReactNode, date: string, begin?: () => Promise<void>, end?: () => Promise<void>]
> = [
  ['a ban for a report', <ReportActions key="r" id="r1" kind="producto" name="Mapa" isAdmin />, 'Hasta', chooseBan],
  [
    'a ban',
    <UserBan key="b" user={person} />,
    'Hasta',
    () => type('Motivo', 'Insultos'),
    () => press('Suspender a Ana'),
  ],
  ['a featured product', <FeatureForm key="f" />, 'Hasta'],
  ['a coupon of the shop', <EditCoupon key="e" coupon={null} share={80} />, 'Caduca', () => press('Crear cupón')],
  ['a coupon', <OwnCouponForm key="c" choices={[]} percent={80} today="2026-11-28" />, 'Hasta'],
];

test.each(forms)('%s with a date that is half typed is not one without end', async (_what, form, date, begin, end) => {
  await show(form);
  await begin?.();
  const reported = vi.spyOn(field(date), 'reportValidity');
  typeHalf(date, true);
  await submit();
  expect([run.mock.calls.length, reported.mock.calls.length]).toEqual([0, 1]);
  expect(said()).not.toContain('Suspender a Ana');
  typeHalf(date, false);
  await submit();
  await end?.();
  expect(run).toHaveBeenCalledOnce();
});
