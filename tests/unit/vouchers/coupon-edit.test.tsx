// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { EditCoupon } from '@/components/vouchers/coupon-edit-client';
import { type CouponForm, couponInput } from '@/lib/vouchers/admin-coupons';
import { field, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { saveCoupon, editCoupon, refresh } = vi.hoisted(() => ({
  saveCoupon: vi.fn(),
  editCoupon: vi.fn(),
  refresh: vi.fn(),
}));
vi.mock('@/lib/vouchers/admin-action', () => ({ saveCoupon, editCoupon, deleteCoupon: vi.fn() }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh }),
  usePathname: () => '/dashboard-admin/coupons',
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();

const save = () => press('Guardar cupón');
const created = () => saveCoupon.mock.calls.map(([form]) => couponInput.safeParse(form).data ?? form);

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  for (const action of [saveCoupon, editCoupon]) action.mockResolvedValue({ ok: true, value: undefined });
});

test('the form of a new coupon is empty after one was created', async () => {
  await show(<EditCoupon coupon={null} share={80} />);
  await press('Crear cupón');
  await type('Código', 'PRIMERO');
  await type('Descuento', '10');
  await save();
  expect(said()).not.toContain('Guardar cupón');
  await press('Crear cupón');
  expect(field('Código').value).toBe('');
  await type('Código', 'SEGUNDO');
  await type('Descuento', '20');
  await save();
  expect(created().map(({ code, percent }: CouponForm) => [code, percent])).toEqual([
    ['PRIMERO', 10],
    ['SEGUNDO', 20],
  ]);
});
