import { unstable_isUnrecognizedActionError as isOfAnotherRelease } from 'next/navigation';
import { useState, useTransition } from 'react';
import type { Result } from '@/lib/core/action/result';

/**
 * Why an action broke off: no answer came; nobody is signed in any more; or the page is older than the server, which then
 * has no such action. In the last two it did not run, and leaving the page would lose what was typed, so that is left to
 * the person.
 */
export const brokenOffCodes = ['failed', 'notSignedIn', 'outdated'] as const;
type BrokenOff = (typeof brokenOffCodes)[number];

/** Whether nothing was refused: what was typed can be sent again, and must not be lost by reading the page anew. */
export const isBrokenOff = (code: string): boolean => brokenOffCodes.some((known) => known === code);

/** Loaded when it is needed, which is hardly ever. Without a connection nothing is known of it. */
const isSignedOut = async (): Promise<boolean> =>
  import('./is-signed-out').then(
    (module) => module.isSignedOut(),
    () => false,
  );

/** The code of an action that broke off. */
export async function codeOfBreak(error: unknown): Promise<BrokenOff> {
  // The gates lead such a call to the login, and its page does not know the action either.
  if (await isSignedOut()) return 'notSignedIn';
  return isOfAnotherRelease(error) ? 'outdated' : 'failed';
}

/** A code that an action can fail with, or break off with. */
export type ActionCode<Code extends string> = Code | BrokenOff;

type Problem = { problem: string | undefined; fieldErrors: Record<string, string> };

const noProblem: Problem = { problem: undefined, fieldErrors: {} };

/** What an action answers, also one that breaks off. */
export async function answerOf<Value, Code extends string>(
  action: () => Promise<Result<Value, Code>>,
): Promise<Result<Value, ActionCode<Code>>> {
  try {
    return await action();
  } catch (error) {
    return { ok: false, error: await codeOfBreak(error) };
  }
}

/** What a form shows of an answer: nothing of a success, the message of a code, the codes of its fields. */
export function problemOf<Code extends string>(
  answer: Result<unknown, Code>,
  messages: (code: Code) => string | undefined,
): Problem {
  return answer.ok ? noProblem : { problem: messages(answer.error), fieldErrors: answer.fieldErrors ?? {} };
}

type Options<Args extends unknown[], Value, Code extends string> = {
  /** The message of a code, shown in the form; `undefined` for a code that the fields' own messages explain. */
  messages?: (code: ActionCode<Code>) => string | undefined;
  /** After a success: with its value and what `run` was called with. The form is pending until it is done. */
  onDone?: (value: Value, ...args: Args) => unknown;
  /** After a failure, for what has to be undone or asked anew. */
  onFail?: (code: ActionCode<Code>, ...args: Args) => unknown;
};

/**
 * How a form or a button sends: it runs an action, is pending meanwhile, and keeps what went wrong the last time until
 * the next answer.
 *
 * @param action a server action, or a function that checks what was entered before it calls one
 * @returns `run` sends; `problem` is the message of the last failure; `fieldErrors` are the codes of its fields;
 *   `reset` forgets both, for a dialog that opens again
 */
export function useAction<Args extends unknown[], Value, Code extends string>(
  action: (...args: Args) => Promise<Result<Value, Code>>,
  { messages = () => undefined, onDone, onFail }: Options<Args, Value, Code> = {},
) {
  const [state, setState] = useState(noProblem);
  const [pending, start] = useTransition();

  const run = (...args: Args) =>
    start(async () => {
      const answer = await answerOf(() => action(...args));
      setState(problemOf(answer, messages));
      await (answer.ok ? onDone?.(answer.value, ...args) : onFail?.(answer.error, ...args));
    });

  return { run, pending, ...state, reset: () => setState(noProblem) };
}
