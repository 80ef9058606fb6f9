import { requiresLogin } from '@/lib/gates/routes';

/**
 * Checks whether a call failed because the session has ended: the middleware redirects requests of personal pages to
 * the login.
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
