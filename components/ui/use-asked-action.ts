import { useState } from 'react';
import type { Result } from '@/lib/core/action/result';
import { type ActionOptions, useAction } from './use-action';

/**
 * An action that a dialog confirms first. The dialog opens without an earlier problem, and closes after a success.
 *
 * @param action receives the argument of `ask`; without a parameter, the dialog is opened by `ask(true)`
 * @returns `ask` opens the dialog; `asked` is its subject, null while it is closed; `confirm` runs the action
 */
export function useAskedAction<Asked = true, Value = unknown, Code extends string = string>(
  action: (asked: Asked) => Promise<Result<Value, Code>>,
  { onDone, ...options }: ActionOptions<[Asked], Value, Code>,
) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { run, reset, ...state } = useAction(action, {
    ...options,
    onDone: (value, about) => {
      setAsked(null);
      return onDone?.(value, about);
    },
  });

  function ask(about: Asked) {
    reset();
    setAsked(about);
  }

  return { ...state, asked, ask, confirm: () => asked !== null && run(asked), close: () => setAsked(null) };
}
