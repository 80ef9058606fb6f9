// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ApproveMany, ChooseWithdrawal } from '@/components/admin/approve-many-client';
import { buttonOf } from '../form-steps.ts';
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
      <ChooseWithdrawal key={id} id={id} creator="Ana" email="ana@example.com" cents={900} label="Elegir" />
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
