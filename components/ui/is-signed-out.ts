import { requiresLogin } from '@/lib/gates/routes';

/**
 * Whether a call without an answer failed because nobody is signed in any more: the gates lead what a page for signed-in
 * people sends to the login.
 */
export async function isSignedOut(): Promise<boolean> {
  if (!requiresLogin(location.pathname)) return false;
  try {
    const answer = (await (await fetch('/api/me', { cache: 'no-store' })).json()) as { status?: string };
    return answer.status === 'guest';
  } catch {
    return false;
  }
}
