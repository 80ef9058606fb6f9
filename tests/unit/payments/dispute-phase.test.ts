import { expect, test } from 'vitest';
import { disputePhase } from '@/lib/payments/stripe/reversal-facts';

const taken = [{ amount: -1000 }];
const returned = [{ amount: -1000 }, { amount: 1000 }];

// Every status of the pinned package, and an unknown one.
test.each([
  ['warning_needs_response', [], 'consulta'],
  ['warning_under_review', [], 'consulta'],
  ['warning_closed', [], 'ganada'],
  ['needs_response', taken, 'abierta'],
  ['under_review', taken, 'abierta'],
  ['won', returned, 'ganada'],
  ['lost', taken, 'perdida'],
  ['appeal_needs_response', taken, 'perdida'],
  ['appeal_under_review', taken, 'perdida'],
  ['prevented', [], 'ganada'],
  ['prevented', returned, 'ganada'],
  ['prevented', taken, 'perdida'],
  ['arbitration_of_tomorrow', taken, 'abierta'],
] as const)('a dispute that is %s after %o is %s', (status, moved, phase) => {
  expect(disputePhase({ status, balance_transactions: [...moved] })).toBe(phase);
});
