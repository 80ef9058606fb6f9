import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error';
import { expect, it } from 'vitest';
import { answerForm } from '@/components/account/use-form-action';
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

/** What Next.js throws when the server is of another release, and has no such action. */
const otherRelease = () =>
  Promise.reject(new UnrecognizedActionError('Server Action "00" was not found on the server.'));

it('tells a page of another release from an action that failed', async () => {
  expect(await answerOf(otherRelease)).toEqual({ ok: false, error: 'outdated' });
});

it('a form of another release keeps what was typed, except a password', async () => {
  const form = new FormData();
  for (const [name, value] of [
    ['$ACTION_KEY', 'k'],
    ['email', 'ana@gmail.com'],
    ['password', 'Secreta123'],
    ['newPassword', 'Secreta124'],
  ] as const)
    form.append(name, value);
  expect(await answerForm(otherRelease)({ done: true }, form)).toEqual({
    error: 'outdated',
    typed: { email: 'ana@gmail.com' },
  });
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(answerForm(lost)({}, form)).rejects.toThrow('Failed to fetch');
  expect(await answerForm(async () => ({ done: true }))({}, form)).toEqual({ done: true });
});
