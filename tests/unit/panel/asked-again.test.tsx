// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ApproveMany, ChooseWithdrawal } from '@/components/admin/approve-many-client';
import { DisputeAnswer } from '@/components/admin/dispute-answer-client';
import { SolveCase } from '@/components/admin/solve-case-client';
import { ChooseRevision, DecideMany } from '@/components/moderation/decide-many-client';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { refuse } = vi.hoisted(() => ({ refuse: async () => ({ ok: false, error: 'unavailable' }) }));
vi.mock('@/lib/admin/withdrawal-action', () => ({ approveWithdrawals: refuse }));
vi.mock('@/lib/admin/dispute-action', () => ({ sendDisputeAnswer: refuse, saveDisputeAnswer: refuse }));
vi.mock('@/lib/admin/action', () => ({ solveCase: refuse }));
vi.mock('@/lib/moderation/action', () => ({ decideRevisions: refuse }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  useSearchParams: () => null,
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();

const withdrawal = {
  id: 'w1',
  creator: 'Ana',
  email: 'ana@example.com',
  cents: 900,
  isSanctioned: false,
  label: 'Elegir',
};
const revision = { id: 'r1', name: 'Mapa', fingerprint: 'f', label: 'Elegir', isHeld: false };
const dispute = { proposed: '', maxLength: 900, amount: '5 €', buyer: 'Ana', provider: 'Stripe', files: [] };

const questions: Array<[string, ReactNode, first: string, confirm: string, again: string]> = [
  ['a case', <SolveCase key="s" id={1} />, 'Resolver', 'Cerrar el caso', 'Resolver'],
  [
    'an answer to a dispute',
    <DisputeAnswer key="d" id="d1" saved="Se entregó." isOnItsWay={false} {...dispute} />,
    'Enviar',
    'Enviar la respuesta',
    'Enviar',
  ],
  [
    'withdrawals',
    <div key="w">
      <ChooseWithdrawal {...withdrawal} />
      <ApproveMany />
    </div>,
    'Aprobar 1',
    'Aprobar 1',
    'Aprobar 1',
  ],
  [
    'revisions',
    <div key="r">
      <ChooseRevision {...revision} />
      <DecideMany />
    </div>,
    'Aprobar',
    'Aprobar',
    'Rechazar',
  ],
];

const inDialog = (name: string) => {
  const buttons = [...(document.querySelector('[role="dialog"]')?.querySelectorAll('button') ?? [])];
  return act(async () => buttons.find(({ textContent }) => textContent?.startsWith(name))?.click());
};

test.each(questions)(
  'a question about %s that opens again does not show what failed before',
  async (_what, form, first, confirm, again) => {
    await show(form);
    const box = document.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (box) await act(async () => box.click());
    await press(first);
    await inDialog(confirm);
    expect(said()).toMatch(/No sabemos|no puede hacerlo/);
    await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    await press(again);
    expect(document.querySelector('[role="dialog"]')).not.toBeNull();
    expect(said()).not.toMatch(/No sabemos|no puede hacerlo/);
  },
);
