// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { EditCoupon } from '@/components/vouchers/coupon-edit-client';
import { type Coupon, type CouponForm, couponInput } from '@/lib/vouchers/admin-coupons';
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

async function choose(label: string, value: string): Promise<void> {
  const select = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === label);
  if (!select) throw new Error(`there is no choice «${label}»`);
  select.value = value;
  await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })));
}

const save = () => press('Guardar cupón');
const created = () => saveCoupon.mock.calls.map(([form]) => couponInput.safeParse(form).data ?? form);

const coupon: Coupon = {
  id: 'c1',
  code: 'VERANO',
  scope: 'tienda',
  product: null,
  productName: null,
  productNameEn: null,
  creator: null,
  category: null,
  percent: 10,
  amountCents: null,
  leastCents: null,
  startsAt: null,
  expiresAt: null,
  isStopped: false,
  maxUses: null,
  maxPerPerson: null,
  isFirstPurchase: false,
  uses: 0,
  isCreators: false,
};

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  for (const action of [saveCoupon, editCoupon]) action.mockResolvedValue({ ok: true, value: undefined });
});

test('input of a hidden field does not keep a coupon from being saved', async () => {
  await show(<EditCoupon coupon={null} share={80} />);
  await press('Crear cupón');
  await type('Código', 'VERANO');
  await type('Descuento', '10');
  await choose('Para qué', 'producto');
  await type('Producto', 'Fragua Arcana');
  await choose('Para qué', 'creador');
  await type('Creador', 'Ana López');
  await choose('Para qué', 'tienda');
  await type('Usos por persona', 'dos');
  await act(async () => field('Solo para la primera').click());
  await save();
  expect(created()).toEqual([
    expect.objectContaining({ code: 'VERANO', product: null, creator: null, maxPerPerson: null }),
  ]);

  await show(<EditCoupon key="edit" coupon={coupon} share={80} />);
  await press('Editar');
  await choose('Para qué', 'producto');
  await type('Producto', 'Fragua Arcana');
  await choose('Para qué', 'tienda');
  await type('Descuento', '20');
  await save();
  expect(editCoupon).toHaveBeenCalledWith({ id: 'c1', edit: { base: { percent: '10' }, changes: { percent: '20' } } });
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

test('a value that somebody else saved is shown in words and in the format of the language', async () => {
  editCoupon.mockResolvedValue({
    ok: false,
    error: 'conflicto',
    details: { scope: 'categoria', category: 'plugin', least: '2.5' },
  });
  await show(<EditCoupon coupon={coupon} share={80} />);
  await press('Editar');
  await type('Compra mínima', '3');
  await save();
  expect(said()).toContain('Ahora pone: Una categoría');
  expect(said()).toContain('Ahora pone: Plugins');
  expect(said()).toContain('Ahora pone: 2,50');
});
