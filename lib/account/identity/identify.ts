import 'server-only';
import type { NextRequest } from 'next/server';
import type { Me } from '@/lib/account/types';
import { deadlines } from '@/lib/core/http/deadlines';
import { visitorAddress } from '@/lib/core/security/visitor-address';
import { createSessionClient, type SupabaseClient } from '@/lib/core/supabase/session';
import { findPersonOf } from './find-person';
import { sealHandover } from './handover';
import { meRow } from './row';
import { isSessionDue } from './session-due';

type Cookies = Array<{ name: string; value: string; options: object }>;

/** Who sends a request, as far as the gates have found out. */
export type Visitor = {
  me: Me | null;
  /**
   * - `guest`: no session, or one that has ended
   * - `known`: a valid session, even if it has no account
   * - `unasked`: not looked up, because the page does not depend on it or looks it up itself
   * - `unavailable`: cannot be known now, because of an outage
   */
  status: 'guest' | 'known' | 'unasked' | 'unavailable';
  /** What a refreshed session leaves in the browser. */
  cookies: Cookies;
  /** The header that tells the page; the cookies of the request tell it the refreshed session. */
  handover: string | null;
};

const stranger: Visitor = { me: null, status: 'guest', cookies: [], handover: null };

/** Whether a request brings a session, not only the beginning of one. A visitor without one costs no call. */
export const hasSession = (request: NextRequest): boolean =>
  request.cookies.getAll().some(({ name }) => name.startsWith('sb-') && !name.endsWith('-code-verifier'));

/** A client with the session of a request, made when it is needed. What it changes is set in the request too, for the page. */
function openSession(request: NextRequest) {
  const cookies: Cookies = [];
  const signal = AbortSignal.timeout(deadlines.identity);
  let opened: SupabaseClient | undefined;
  const open = () =>
    createSessionClient(
      {
        getAll: () => request.cookies.getAll(),
        setAll: (changed) => {
          for (const { name, value } of changed) request.cookies.set(name, value);
          cookies.push(...changed);
        },
      },
      { address: visitorAddress(request.headers), refreshes: true, signal },
    );
  const client = () => {
    opened ??= open();
    return opened;
  };
  return { client, cookies, signal };
}

/**
 * Refreshes the session of a request if it is due, so that nothing behind the gates has to: most requests cost nothing.
 *
 * @returns the cookies for the browser
 */
export async function refreshSession(request: NextRequest): Promise<Cookies> {
  if (!hasSession(request) || !(await isSessionDue(request.cookies.getAll()))) return [];
  const { client, cookies } = openSession(request);
  // A failure is not handled here: the code that uses the session finds it.
  await client().auth.getSession();
  return cookies;
}

/** Finds out who sends a request, with one call at most, and refreshes the session first if it is due. */
export async function identify(request: NextRequest): Promise<Visitor> {
  if (!hasSession(request)) return stranger;
  const { client, cookies, signal } = openSession(request);
  const found = await findPersonOf(request.cookies.getAll(), client, { signal });
  if (found.status === 'guest') return { ...stranger, cookies };
  if (found.status === 'unavailable') {
    const { data } = await client().auth.getSession();
    const handover = await sealHandover('unavailable', data.session?.access_token ?? '');
    return { me: null, status: 'unavailable', cookies, handover };
  }
  const { row, token } = found;
  const handover = row ? await sealHandover({ row }, token) : null;
  return { me: row ? meRow.parse(row) : null, status: 'known', cookies, handover };
}
