import { unstable_isUnrecognizedActionError as isOfAnotherRelease } from 'next/navigation';
import { useState, useTransition } from 'react';
import type { Result } from '@/lib/core/action/result';

/**
 * Reasons why an action was interrupted: no response; no session; or the page is older than the server, which lacks the
 * action. In the last two cases it did not run. Leaving the page would lose the input, so the person decides.
 */
export const brokenOffCodes = ['failed', 'notSignedIn', 'outdated'] as const;
type BrokenOff = (typeof brokenOffCodes)[number];

/**
 * True if the action was interrupted, not refused: the input can be sent again, and reloading the page would lose it.
 */
export const isBrokenOff = (code: string): boolean => brokenOffCodes.some((known) => known === code);

/** Loads the check on demand, because it is rarely needed. Offline, the answer is unknown. */
const isSignedOut = async (): Promise<boolean> =>
  import('./is-signed-out').then(
    (module) => module.isSignedOut(),
    () => false,
  );

/** The code of an interrupted action. */
export async function codeOfBreak(error: unknown): Promise<BrokenOff> {
  // The middleware redirects such a call to the login, whose page also lacks the action.
  if (await isSignedOut()) return 'notSignedIn';
  return isOfAnotherRelease(error) ? 'outdated' : 'failed';
}

/** Codes of an action, including those of an interruption. */
export type ActionCode<Code extends string> = Code | BrokenOff;

type Problem = { problem: string | undefined; fieldErrors: Record<string, string> };

const noProblem: Problem = { problem: undefined, fieldErrors: {} };

/** Runs an action; an interrupted one resolves with a code. */
export async function answerOf<Value, Code extends string>(
  action: () => Promise<Result<Value, Code>>,
): Promise<Result<Value, ActionCode<Code>>> {
  try {
    return await action();
  } catch (error) {
    return { ok: false, error: await codeOfBreak(error) };
  }
}

/** Problem of a form: none for a success, the message of a code, the codes of its fields. */
export function problemOf<Code extends string>(
  answer: Result<unknown, Code>,
  messages: (code: Code) => string | undefined,
): Problem {
  return answer.ok ? noProblem : { problem: messages(answer.error), fieldErrors: answer.fieldErrors ?? {} };
}

export type ActionOptions<Args extends unknown[], Value, Code extends string> = {
  /** Message of a code, shown in the form; `undefined` if the fields' messages explain it. */
  messages?: (code: ActionCode<Code>) => string | undefined;
  /** Called after a success with its value and the arguments of `run`. The form stays pending until it resolves. */
  onDone?: (value: Value, ...args: Args) => unknown;
  /** Called after a failure, to undo or refetch. */
  onFail?: (code: ActionCode<Code>, ...args: Args) => unknown;
};

/**
 * Runs an action for a form or a button, with its pending state and its last problem.
 *
 * @param action a server action, or a function that validates the input before it calls one
 * @returns `run` submits; `problem` is the message of the last failure; `fieldErrors` are the codes of its fields;
 * `reset` clears both, for a dialog that opens again
 */
export function useAction<Args extends unknown[], Value, Code extends string>(
  action: (...args: Args) => Promise<Result<Value, Code>>,
  { messages = () => undefined, onDone, onFail }: ActionOptions<Args, Value, Code> = {},
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
