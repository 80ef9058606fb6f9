import { unstable_rethrow as rethrowSteps } from 'next/navigation';
import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl';
import { useActionState, useEffect } from 'react';
import { SignInAgain } from '@/components/ui/sign-in-again-client';
import { toast } from '@/components/ui/toast';
import { codeOfBreak } from '@/components/ui/use-action';
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

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** The same action where it may break off (`codeOfBreak`): what was typed comes back then, except a password. */
export const answerForm =
  (action: FormAction): FormAction =>
  async (state, form) => {
    try {
      return await action(state, form);
    } catch (thrown) {
      // What leads to another page is thrown as well.
      rethrowSteps(thrown);
      const typed = [...form].filter(([name, value]) => typeof value === 'string' && !/^\$|password/i.test(name));
      return { error: await codeOfBreak(thrown), typed: Object.fromEntries(typed) as Record<string, string> };
    }
  };

/**
 * How a form sends that has to work before its scripts have come: the browser sends it by itself then.
 *
 * @returns `submit` is the form's action; `problem` is the message above the fields, `fieldProblem` that of one field;
 *   `typed` is what comes back to be shown again
 */
export function useFormAction(action: FormAction, { group, initial = {}, toasts = false, onDone }: Options) {
  const text = useProblemText(group);
  // The server writes the action itself into the form, for a browser that sends it by itself.
  const sent = typeof window === 'undefined' ? action : answerForm(action);
  const [state, submit, pending] = useActionState(sent, initial);
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
