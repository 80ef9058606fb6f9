import 'server-only';
import { headers } from 'next/headers';
import { requestContext } from '@/lib/core/request/context';
import type { FormState } from './state';

/**
 * Keeps the answer to a form that the browser has sent itself, for the page that the same request renders. React has a
 * form state for this (`useActionState`), which Next.js does not pass to a page that it has partly prerendered.
 *
 * @param action the name of the action
 */
export async function keepFormAnswer(action: string, state: FormState): Promise<void> {
  const request = requestContext.getStore();
  // Scripts send an action with its id in this header, and take the answer from the response.
  if (request && !(await headers()).has('next-action')) request.formAnswer = { action, state };
}

/**
 * The answer to a form that the browser has sent itself with this request.
 *
 * @param action the name of the action
 * @returns the initial state of the form; undefined if the page was only opened, or another form was sent
 */
export function formAnswer(action: string): FormState | undefined {
  const answer = requestContext.getStore()?.formAnswer;
  return answer?.action === action ? answer.state : undefined;
}
