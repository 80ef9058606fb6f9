import { unstable_rethrow as rethrowSteps } from 'next/navigation';
import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl';
import { useActionState, useEffect } from 'react';
import { SignInAgain } from '@/components/ui/sign-in-again-client';
import { toast } from '@/components/ui/toast';
import { codeOfBreak } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { FormState } from '@/lib/core/action/state';

type Options = {
  /** Message namespace of the form's codes; see `useProblemText`. */
  group: NamespaceKeys<Messages, NestedKeyOf<Messages>>;
  /** The answer to a submission without scripts (`formAnswer`). */
  initial?: FormState | undefined;
  /** Also shows problems as a toast, as the sign-in does. */
  toasts?: boolean;
  /** Called once after each successful response. */
  onDone?: () => void;
};

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** Wraps an action whose request may fail (`codeOfBreak`): the typed values are returned then, except passwords. */
export const answerForm =
  (action: FormAction): FormAction =>
  async (state, form) => {
    try {
      return await action(state, form);
    } catch (thrown) {
      // Redirects are thrown, too, and are rethrown here.
      rethrowSteps(thrown);
      const typed = [...form].filter(([name, value]) => typeof value === 'string' && !/^\$|password/i.test(name));
      return { error: await codeOfBreak(thrown), typed: Object.fromEntries(typed) as Record<string, string> };
    }
  };

/**
 * State of a form that works without scripts, in which case the browser submits it.
 *
 * @returns `submit` is the form's action; `problem` is the message above the fields, `fieldProblem` that of one field;
 *   `typed` contains the values to show again
 */
export function useFormAction(action: FormAction, { group, initial = {}, toasts = false, onDone }: Options) {
  const text = useProblemText(group);
  // The server renders the action itself into the form, for browsers without scripts.
  const sent = typeof window === 'undefined' ? action : answerForm(action);
  const [state, submit, pending] = useActionState(sent, initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response, not per render
  useEffect(() => {
    if (state.done) onDone?.();
    const problem = text(state.error ?? Object.values(state.fieldErrors ?? {})[0]);
    if (toasts && problem) void toast('error', problem);
  }, [state]);
  return {
    state,
    submit,
    pending,
    problem:
      state.error === 'notSignedIn' ? (
        <>
          {text(state.error)} <SignInAgain />
        </>
      ) : (
        text(state.error)
      ),
    fieldProblem: (name: string) => text(state.fieldErrors?.[name]),
    typed: state.typed ?? {},
  };
}
