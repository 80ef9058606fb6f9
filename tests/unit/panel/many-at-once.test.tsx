// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ApproveMany, ChooseWithdrawal } from '@/components/admin/approve-many-client';
import { buttonOf, press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const address = vi.hoisted(() => ({ query: new URLSearchParams() }));
vi.mock('@/lib/admin/withdrawal-action', () => ({ approveWithdrawals: vi.fn() }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  useSearchParams: () => address.query,
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
const page = (...ids: string[]) => (
  <>
    {ids.map((id) => (
      <ChooseWithdrawal
        key={id}
        id={id}
        creator="Ana"
        email="ana@example.com"
        cents={900}
        isSanctioned={false}
        label="Elegir"
      />
    ))}
    <ApproveMany />
  </>
);

test('rows that were ticked on one page of a list are not chosen on the next', async () => {
  await show(page('w1', 'w2'));
  for (const box of document.querySelectorAll<HTMLInputElement>('input')) await act(async () => box.click());
  expect(buttonOf('Aprobar 2').disabled).toBe(false);
  address.query = new URLSearchParams('despues=w2');
  await show(page('w3'));
  expect(buttonOf('Aprobar').disabled).toBe(true);
});

test('a withdrawal of a suspended creator is chosen by itself only, and named before it is paid', async () => {
  address.query = new URLSearchParams();
  await show(
    <>
      <ChooseWithdrawal id="w1" creator="Ana" email="ana@example.com" cents={900} isSanctioned={false} label="Ana" />
      <ChooseWithdrawal id="w2" creator="Eva" email="eva@example.com" cents={500} isSanctioned label="Eva" />
      <ApproveMany />
    </>,
  );
  await press('Elegir todos');
  expect(buttonOf('Aprobar 1').disabled).toBe(false);
  await act(async () => document.querySelectorAll<HTMLInputElement>('input')[1]?.click());
  await press('Aprobar 2');
  expect(said()).toMatch(/Eva · eva@example\.com · 5,00\s€ · cuenta suspendida, deshabilitada o borrada/);
  expect(said()).not.toMatch(/Ana · ana@example\.com · 9,00\s€ ·/);
});
