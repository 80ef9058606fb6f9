import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl';
import { useActionState, useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { FormState } from '@/lib/core/action/state';

type Options = {
  /** Where the words for the form's codes are; see `useProblemText`. */
  group: NamespaceKeys<Messages, NestedKeyOf<Messages>>;
  /** What the form shows before it was ever sent. */
  initial?: FormState;
  /** Whether what went wrong is said as a passing message too, as signing in does. */
  toasts?: boolean;
  /** After a success, once per answer of the server. */
  onDone?: () => void;
};

/**
 * How a form sends that has to work before its scripts have come: the browser sends it by itself then.
 *
 * @returns `submit` is the form's action; `problem` is the message above the fields, `fieldProblem` that of one field;
 *   `typed` is what comes back to be shown again
 */
export function useFormAction(
  action: (state: FormState, form: FormData) => Promise<FormState>,
  { group, initial = {}, toasts = false, onDone }: Options,
) {
  const text = useProblemText(group);
  const [state, submit, pending] = useActionState(action, initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer of the server, not per render
  useEffect(() => {
    if (state.done) onDone?.();
    const problem = text(state.error ?? Object.values(state.fieldErrors ?? {})[0]);
    if (toasts && problem) void toast('error', problem);
  }, [state]);
  return {
    state,
    submit,
    pending,
    problem: text(state.error),
    fieldProblem: (name: string) => text(state.fieldErrors?.[name]),
    typed: state.typed ?? {},
  };
}
