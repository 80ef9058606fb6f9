import { redirect } from 'next/navigation';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineAction, defineButton, defineForm } from '@/lib/account/define-action';
import type { Me } from '@/lib/account/types';
import { fail, succeed } from '@/lib/core/action/result';

const shop = vi.hoisted(() => ({
  me: null as unknown,
  steps: [] as string[],
  wait: 0,
  log: vi.fn(),
  after: vi.fn(),
  revalidatePath: vi.fn(),
  revalidateTag: vi.fn(),
  takeAttempt: vi.fn(),
}));

vi.mock('@/lib/account/server', () => {
  const getMe = async () => {
    shop.steps.push('who');
    return shop.me;
  };
  const getMeOrBanned = async () => {
    shop.steps.push('who, banned as well');
    return shop.me;
  };
  return { getMe, getMeOrBanned };
});
vi.mock('@/lib/core/limits', () => ({ takeAttempt: shop.takeAttempt }));
vi.mock('@/lib/core/log', () => ({ log: { error: shop.log } }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('next/server', () => ({ after: shop.after }));
vi.mock('next/cache', () => ({ revalidatePath: shop.revalidatePath, revalidateTag: shop.revalidateTag }));

const person = (role: Me['role'] = 'user', secondFactor: Me['secondFactor'] = 'none') => ({
  id: 'me-1',
  role,
  secondFactor,
});

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(shop, { me: person(), steps: [], wait: 0 });
  shop.takeAttempt.mockImplementation(async () => {
    shop.steps.push('limit');
    return shop.wait;
  });
});

const buy = (run = async (_input: { name: string }) => succeed('bought')) =>
  defineAction('buy', {
    who: 'signedIn',
    input: z.object({ name: z.string().min(1, 'empty') }).transform((input) => {
      shop.steps.push('schema');
      return input;
    }),
    limit: 'checkout',
    run: (input) => {
      shop.steps.push('run');
      return run(input);
    },
    tags: async ({ name }, value) => ({ now: [`product:${name}`], soon: [value] }),
    paths: ['/one', ['/all', 'layout']],
    afterwards: [sendMails],
  });
const sendMails = () => undefined;

describe('an action', () => {
  it('checks the person, parses the input, counts the attempt, then runs', async () => {
    expect(await buy()({ name: 'a' })).toEqual(succeed('bought'));
    expect(shop.steps).toEqual(['who', 'schema', 'limit', 'run']);
    expect(shop.takeAttempt).toHaveBeenCalledExactlyOnceWith('checkout', { account: 'me-1', address: '192.0.2.1' });
  });

  it.each([
    ['halfway', 'who, banned as well'],
    ['signedIn', 'who'],
  ] as const)('for somebody %s asks who it is: %s', async (who, step) => {
    expect(await defineAction('act', { who, run: async () => succeed(1) })()).toEqual(succeed(1));
    expect(shop.steps).toEqual([step]);
  });

  it('revalidates its tags, and runs the rest after the response', async () => {
    await buy()({ name: 'a' });
    expect(shop.revalidateTag.mock.calls).toEqual([
      ['bought', 'max'],
      ['product:a', { expire: 0 }],
    ]);
    expect(shop.revalidatePath.mock.calls).toEqual([['/one'], ['/all', 'layout']]);
    expect(shop.after).toHaveBeenCalledExactlyOnceWith(sendMails);
  });

  it('refuses a missing sign-in before anything else', async () => {
    shop.me = null;
    expect(await buy()({ name: '' })).toEqual(fail('notSignedIn'));
    expect(shop.steps).toEqual(['who']);
  });

  it('counts no attempt for invalid input', async () => {
    expect(await buy()({ name: '' })).toEqual(fail('invalid', { fieldErrors: { name: 'empty' } }));
    expect(shop.takeAttempt).not.toHaveBeenCalled();
  });

  it('refuses NUL characters regardless of the schema', async () => {
    expect(await buy()({ name: 'a\0b' })).toEqual(fail('invalid', { fieldErrors: {} }));
    expect(shop.steps).toEqual(['who']);
  });

  it('refuses attempts over the limit, without a log line', async () => {
    shop.wait = 30;
    expect(await buy()({ name: 'a' })).toEqual(fail('tooMany'));
    expect(shop.steps).not.toContain('run');
    expect(shop.log).not.toHaveBeenCalled();
  });

  it('returns `failed` for an exception, and logs the action’s name', async () => {
    const broken = buy(async () => {
      throw new Error('the database is away');
    });
    expect(await broken({ name: 'a' })).toEqual(fail('failed'));
    expect(shop.log).toHaveBeenCalledExactlyOnceWith(
      { action: 'buy', user: 'me-1', error: 'the database is away' },
      'an action failed',
    );
    expect(shop.revalidateTag).not.toHaveBeenCalled();
  });

  it('logs a failure returned by its work', async () => {
    const action = defineAction('buy', { who: 'anybody', run: async () => fail('failed') });
    expect(await action()).toEqual(fail('failed'));
    expect(shop.log).toHaveBeenCalledExactlyOnceWith({ action: 'buy', user: undefined }, 'an action failed');
  });

  it('succeeds even if its stale tags cannot be determined', async () => {
    const action = defineAction('buy', {
      who: 'anybody',
      run: async () => succeed(1),
      tags: () => Promise.reject(new Error('away')),
    });
    expect(await action()).toEqual(succeed(1));
    expect(shop.log).toHaveBeenCalledOnce();
  });

  it('passes redirects through', async () => {
    const leave = buy(async () => redirect('/elsewhere'));
    await expect(leave({ name: 'a' })).rejects.toMatchObject({ digest: expect.stringContaining('/elsewhere') });
    expect(shop.log).not.toHaveBeenCalled();
  });

  it('maps the database’s refusals to common codes, and returns others unchanged', async () => {
    const refusing = (code: string) => defineAction('buy', { who: 'anybody', run: async () => fail(code) })();
    expect(await refusing('sin_sesion')).toEqual(fail('notSignedIn'));
    expect(await refusing('sin_permiso')).toEqual(fail('notAllowed'));
    expect(await refusing('demasiados_intentos')).toEqual(fail('tooMany'));
    expect(await refusing('datos_no_validos')).toEqual(fail('invalid'));
    expect(await refusing('es_suyo')).toEqual(fail('es_suyo'));
  });

  it('accepts several arguments, and can have its own code for invalid input', async () => {
    const action = defineAction('add', {
      who: 'anybody',
      input: z.object({ one: z.number('noNumber'), two: z.number() }),
      toInput: (one: number, two: number) => ({ one, two }),
      invalid: ({ one }) => one ?? 'second',
      run: async ({ one, two }) => succeed(one + two),
    });
    expect(await action(1, 2)).toEqual(succeed(3));
    expect(await action('1' as unknown as number, 2)).toMatchObject({ error: 'noNumber' });
    expect(await action(1, '2' as unknown as number)).toMatchObject({ error: 'second' });
  });

  it('returns a message for a refusal that the page has none for', async () => {
    const action = defineAction('buy', {
      who: 'anybody',
      run: async () => fail('datos_no_validos'),
      words: async ({ error }) => `so: ${error}`,
    });
    expect(await action()).toEqual(fail('so: datos_no_validos'));
  });

  it.each([
    ['moderator', person(), 'notAllowed'],
    ['moderator', person('user', 'shown'), 'notAllowed'],
    ['moderator', person('moderador'), 'notAllowed'],
    ['moderator', person('moderador', 'recovered'), 'notAllowed'],
    ['moderator', person('moderador', 'shown'), null],
    ['moderator', person('admin', 'shown'), null],
    ['admin', person('moderador', 'shown'), 'notAllowed'],
    ['admin', person('admin', 'none'), 'notAllowed'],
    ['admin', person('admin', 'shown'), null],
    ['admin', null, 'notSignedIn'],
  ] as const)('for %s', async (who, me, refused) => {
    shop.me = me;
    const result = await defineAction('act', { who, run: async () => succeed(1) })();
    expect(result).toEqual(refused ? fail(refused) : succeed(1));
  });
});

describe('a form', () => {
  const form = defineForm('save', {
    who: 'signedIn',
    input: z.object({ name: z.string().min(1, 'empty'), secret: z.string() }),
    keep: ['name'],
    limit: { kind: 'register', account: ({ name }) => name },
    run: async ({ name }) => (name === 'taken' ? fail('nameTaken') : succeed({ name: name.toUpperCase() })),
  });
  const typed = (name: string) => {
    const data = new FormData();
    data.set('name', name);
    data.set('secret', 'hush');
    return data;
  };

  it('returns the typed values, without secrets', async () => {
    expect(await form({}, typed('taken'))).toEqual({ error: 'nameTaken', typed: { name: 'taken' }, fieldErrors: {} });
  });

  it('reports field errors at the fields only', async () => {
    expect(await form({}, typed(''))).toEqual({ typed: { name: '' }, fieldErrors: { name: 'empty' } });
  });

  it('reports a general error if it belongs to no field', async () => {
    expect(await form({}, typed('a\0'))).toMatchObject({ error: 'invalid' });
  });

  it('succeeds with the texts returned by its work', async () => {
    expect(await form({}, typed('ana'))).toEqual({ done: true, typed: { name: 'ANA' } });
    expect(shop.takeAttempt).toHaveBeenCalledExactlyOnceWith('register', { account: 'ana', address: '192.0.2.1' });
  });

  it('accepts a body that is not a form', async () => {
    expect(await form({}, 'nothing' as unknown as FormData)).toMatchObject({ typed: {} });
  });
});

it('a failing button shows the error page', async () => {
  shop.me = null;
  await expect(defineButton('leave', { who: 'signedIn', run: async () => succeed(undefined) })()).rejects.toThrow(
    'leave: notSignedIn',
  );
});
