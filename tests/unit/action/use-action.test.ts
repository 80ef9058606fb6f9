import { expect, it } from 'vitest';
import { answerOf, problemOf } from '@/components/ui/use-action';
import { fail, succeed } from '@/lib/core/action/result';

const messages = (code: 'busy' | 'invalid' | 'failed') =>
  code === 'invalid' ? undefined : { busy: 'Busy.', failed: 'Try again.' }[code];

it('keeps what an action answers', async () => {
  expect(await answerOf(async () => succeed(7))).toEqual({ ok: true, value: 7 });
  expect(await answerOf(async () => fail('busy'))).toEqual({ ok: false, error: 'busy' });
});

it('takes an action that breaks off for a failed one', async () => {
  expect(await answerOf(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual({
    ok: false,
    error: 'failed',
  });
  expect(
    await answerOf(() => {
      throw new Error('before it was sent');
    }),
  ).toEqual({ ok: false, error: 'failed' });
});

it('shows nothing of a success, and the message of a code', () => {
  expect(problemOf(succeed(7), messages)).toEqual({ problem: undefined, fieldErrors: {} });
  expect(problemOf(fail('busy'), messages)).toEqual({ problem: 'Busy.', fieldErrors: {} });
  expect(problemOf(fail('failed'), messages)).toEqual({ problem: 'Try again.', fieldErrors: {} });
});

it('leaves what is wrong with fields to the fields', () => {
  const answer = fail('invalid', { fieldErrors: { email: 'email' } });
  expect(problemOf(answer, messages)).toEqual({ problem: undefined, fieldErrors: { email: 'email' } });
});
