import 'server-only';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { unstable_rethrow as passNavigation } from 'next/navigation';
import { after } from 'next/server';
import type { z } from 'zod';
import { type CommonCode, type ReturnedCode, toCommonCode } from '@/lib/core/action/codes';
import { parseInput } from '@/lib/core/action/form';
import { keepFormAnswer } from '@/lib/core/action/form-answer';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { messageOf } from '@/lib/core/action/rpc';
import { type FormState, toState, typedOf } from '@/lib/core/action/state';
import { makeStale, type Stale } from '@/lib/core/cache/stale';
import { takeAttempt } from '@/lib/core/limits';
import type { LimitKind } from '@/lib/core/limits/table';
import { log } from '@/lib/core/log';
import { clientAddress } from '@/lib/core/security/visitor';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { isOfOtherPerson } from './other-person';
import { getMe, getMeOrBanned } from './server';
import type { Me } from './types';

/** `halfway`: the second step of the sign-in may be missing. Staff have always shown their second factor. */
export type Who = 'anybody' | 'halfway' | 'signedIn' | 'moderator' | 'admin';
type Person<W extends Who> = W extends 'anybody' ? null : Me;

export type Spec<
  W extends Who,
  Schema extends z.ZodType,
  Args extends unknown[],
  Value,
  Code extends string,
  Said extends string = ReturnedCode<Code>,
> = {
  who: W;
  /**
   * The schema of the input. Text with a NUL character is refused in any case, and a `persona` (`pagePerson`) who is not
   * the signed-in person.
   */
  input?: Schema;
  /** Builds the input from the arguments; by default it is the first argument. */
  toInput?: (...args: Args) => unknown;
  /** The error code of invalid input, `invalid` by default. */
  invalid?: Code | ((fieldErrors: Record<string, string>) => Code);
  /** The rate limit, per account and per address. */
  limit?: LimitKind | { kind: LimitKind; account: (input: z.output<Schema>) => string };
  run: (input: z.output<Schema>, me: Person<W>) => Promise<Result<Value, Code>>;
  /** Replaces the error code by a sentence, if the page does not have the messages. */
  words?: (refused: { error: string; details?: Record<string, string | number> }) => Promise<Said>;
  /** Cache tags that a success revalidates. */
  tags?: (input: z.output<Schema>, value: Value) => Stale | Promise<Stale>;
  /** Pages that a success revalidates; with `layout`, all pages below too. */
  paths?: ReadonlyArray<string | readonly [path: string, type: 'layout']>;
  /** Work that runs after the response to a success is sent: mails, and slow calls. */
  afterwards?: ReadonlyArray<() => unknown>;
};

async function admit(who: Who): Promise<Result<Me | null, 'notSignedIn' | 'notAllowed'>> {
  if (who === 'anybody') return succeed(null);
  const me = await (who === 'halfway' ? getMeOrBanned() : getMe());
  if (!me) return fail('notSignedIn');
  if (who === 'halfway' || who === 'signedIn') return succeed(me);
  const isStaff = who === 'admin' ? me.role === 'admin' : me.role !== 'user';
  return isStaff && me.secondFactor === 'shown' ? succeed(me) : fail('notAllowed');
}

async function isTooMany(kind: LimitKind, account: string | undefined): Promise<boolean> {
  const address = clientAddress(await headers());
  return (await takeAttempt(kind, account === undefined ? { address } : { account, address })) > 0;
}

/**
 * Defines a server action: permission, input, rate limit, work, revalidation. Input is parsed before the limit, so that
 * an empty field costs no attempt. Exceptions are logged under the action's name and answered with `failed`, or
 * `unavailable` in an outage; redirects pass.
 *
 * @param name the name of the export
 * @returns the action; its error codes are those of `run` and the common ones
 */
export function defineAction<
  W extends Who,
  Value,
  Code extends string,
  Schema extends z.ZodType = z.ZodUndefined,
  Args extends unknown[] = Schema extends z.ZodUndefined ? [] : [input: z.input<Schema>],
  Said extends string = ReturnedCode<Code>,
>(name: string, spec: Spec<W, Schema, Args, Value, Code, Said>): (...args: Args) => Promise<Result<Value, Said>> {
  type Answer = Result<Value, Code | CommonCode>;

  function refuseInput(fieldErrors: Record<string, string> = {}): Answer {
    const { invalid = 'invalid' } = spec;
    return fail(typeof invalid === 'function' ? invalid(fieldErrors) : invalid, { fieldErrors });
  }

  async function work(me: Me | null, args: Args): Promise<Answer> {
    const given = spec.toInput ? spec.toInput(...args) : args[0];
    const parsed = spec.input ? parseInput(spec.input, given) : succeed(undefined);
    if (!parsed.ok) return refuseInput(parsed.fieldErrors);
    const input = parsed.value as z.output<Schema>;
    const { limit } = spec;
    if (limit) {
      const isKind = typeof limit === 'string';
      if (await isTooMany(isKind ? limit : limit.kind, isKind ? me?.id : limit.account(input))) return fail('tooMany');
    }
    if (me && isOfOtherPerson(me, (input ?? {}) as { persona?: unknown })) return fail('otra_persona');
    // Null only if `who` is `anybody`: `admit` has refused all others without an account.
    const result = await spec.run(input, me as Person<W>);
    if (result.ok) await revalidate(input, result.value);
    return result;
  }

  async function revalidate(input: z.output<Schema>, value: Value): Promise<void> {
    for (const task of spec.afterwards ?? []) after(task);
    for (const path of spec.paths ?? []) typeof path === 'string' ? revalidatePath(path) : revalidatePath(...path);
    try {
      makeStale((await spec.tags?.(input, value)) ?? {});
    } catch (problem) {
      log.error({ action: name, error: messageOf(problem) }, 'what an action made stale is not known');
    }
  }

  async function answer(args: Args): Promise<Answer> {
    let user: string | undefined;
    try {
      const admitted = await admit(spec.who);
      if (!admitted.ok) return admitted;
      user = admitted.value?.id;
      const result = await work(admitted.value, args);
      if (!result.ok && result.error === 'failed') log.error({ action: name, user }, 'an action failed');
      return result;
    } catch (problem) {
      passNavigation(problem);
      log.error({ action: name, user, error: messageOf(problem) }, 'an action failed');
      return fail(problem instanceof ServiceUnavailable ? 'unavailable' : 'failed');
    }
  }

  return async (...args) => {
    const result = await answer(args);
    if (result.ok) return result;
    // By default an action returns the code itself.
    const error = spec.words ? await spec.words(result) : (toCommonCode(result.error) as string as Said);
    return { ...result, error };
  };
}

/**
 * Defines an action for a form that works before its scripts have loaded (`useActionState`).
 *
 * @param spec `keep` names fields whose values return to the form; a success may return texts to show
 */
export function defineForm<
  W extends Who,
  Value extends Record<string, string> | undefined,
  Code extends string,
  Schema extends z.ZodType,
>(
  name: string,
  { keep = [], ...spec }: Omit<Spec<W, Schema, [FormData], Value, Code>, 'toInput'> & { keep?: readonly string[] },
): (state: FormState, form: FormData) => Promise<FormState> {
  const action = defineAction<W, Value, Code, Schema, [FormData]>(name, { ...spec, toInput: (form) => form });
  return async (_state, form) => {
    const state = toState(await action(form), typedOf(form, keep));
    await keepFormAnswer(name, state);
    return state;
  };
}

/**
 * Defines an action for a button that is its own form and redirects; a failure shows the error page.
 *
 * @throws on failure
 */
export function defineButton(name: string, spec: Spec<Who, z.ZodUndefined, [], undefined, never>): () => Promise<void> {
  const action = defineAction(name, spec);
  return async () => {
    const result = await action();
    if (!result.ok) throw new Error(`${name}: ${result.error}`);
  };
}
