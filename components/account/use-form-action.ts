import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl';
import { useActionState, useEffect } from 'react';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { FormState } from '@/lib/core/action/state';

type Options = {
  /** Where the words for the form's codes are; see `useProblemText`. */
  group: NamespaceKeys<Messages, NestedKeyOf<Messages>>;
  /** What the form shows before it was ever sent. */
  initial?: FormState;
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
  { group, initial = {}, onDone }: Options,
) {
  const text = useProblemText(group);
  const [state, submit, pending] = useActionState(action, initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer of the server, not per render
  useEffect(() => {
    if (state.done) onDone?.();
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
