import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error';
import { redirect } from 'next/navigation';
import { afterEach, expect, it, vi } from 'vitest';
import { answerForm } from '@/components/account/use-form-action';
import { answerOf, problemOf } from '@/components/ui/use-action';
import { fail, succeed } from '@/lib/core/action/result';

afterEach(() => vi.unstubAllGlobals());

/** A page that is open in a browser, and who the shop says is signed in there: null without a connection. */
function open(pathname: string, status: string | null) {
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('fetch', async () => {
    if (!status) throw new TypeError('Failed to fetch');
    return Response.json({ status });
  });
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

const messages = (code: 'busy' | 'invalid' | 'failed') =>
  code === 'invalid' ? undefined : { busy: 'Busy.', failed: 'Try again.' }[code];

it('a client call returns the result of an action', async () => {
  expect(await answerOf(async () => succeed(7))).toEqual({ ok: true, value: 7 });
  expect(await answerOf(async () => fail('busy'))).toEqual({ ok: false, error: 'busy' });
});

it('an aborted action is treated as failed', async () => {
  open('/profile/settings', null);
  expect(await answerOf(lost)).toEqual({
    ok: false,
    error: 'failed',
  });
  expect(
    await answerOf(() => {
      throw new Error('before it was sent');
    }),
  ).toEqual({ ok: false, error: 'failed' });
});

it('a success has no message, and a code has its own', () => {
  expect(problemOf(succeed(7), messages)).toEqual({ problem: undefined, fieldErrors: {} });
  expect(problemOf(fail('busy'), messages)).toEqual({ problem: 'Busy.', fieldErrors: {} });
  expect(problemOf(fail('failed'), messages)).toEqual({ problem: 'Try again.', fieldErrors: {} });
});

it('field errors are left to the fields', () => {
  const answer = fail('invalid', { fieldErrors: { email: 'email' } });
  expect(problemOf(answer, messages)).toEqual({ problem: undefined, fieldErrors: { email: 'email' } });
});

/** Next.js's error if the server has another release without the action. */
const otherRelease = () =>
  Promise.reject(new UnrecognizedActionError('Server Action "00" was not found on the server.'));

it('an outdated page is distinguished from a failed action', async () => {
  open('/profile/settings', 'user');
  expect(await answerOf(otherRelease)).toEqual({ ok: false, error: 'outdated' });
});

it('an outdated form keeps its input, except a password', async () => {
  open('/login', 'guest');
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
  expect(await answerForm(async () => ({ done: true }))({}, form)).toEqual({ done: true });
});

it('a form without a connection or a session keeps its input', async () => {
  const form = new FormData();
  form.append('bio', 'Hago mundos.');
  for (const [status, error] of [
    [null, 'failed'],
    ['user', 'failed'],
    ['guest', 'notSignedIn'],
  ] as const) {
    open('/profile/settings', status);
    expect(await answerForm(lost)({}, form)).toEqual({ error, typed: { bio: 'Hago mundos.' } });
    expect(await answerOf(lost)).toEqual({ ok: false, error });
  }
  open('/login', 'guest');
  expect(await answerForm(lost)({}, form)).toMatchObject({ error: 'failed' });
});

it('a form passes the action’s redirect through', async () => {
  const lead = async () => redirect('/');
  await expect(answerForm(lead)({}, new FormData())).rejects.toThrow('NEXT_REDIRECT');
});

it('an expired session is not mistaken for an outdated page, although the login lacks the action', async () => {
  open('/profile/settings', 'guest');
  expect(await answerOf(otherRelease)).toEqual({ ok: false, error: 'notSignedIn' });
});
