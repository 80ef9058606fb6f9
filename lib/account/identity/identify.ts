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

/** The sender of a request, as the middleware identified them. */
export type Visitor = {
  me: Me | null;
  /**
   * - `guest`: no session, or an ended one
   * - `known`: a valid session, even without an account
   * - `unasked`: not identified, because the page does not need it or identifies by itself
   * - `unavailable`: unknown because of an outage
   */
  status: 'guest' | 'known' | 'unasked' | 'unavailable';
  /** The cookies of a refreshed session. */
  cookies: Cookies;
  /** The header for the page; the refreshed session is in the cookies of the request. */
  handover: string | null;
};

const stranger: Visitor = { me: null, status: 'guest', cookies: [], handover: null };

/** True if a request has a complete session cookie. Visitors without one cost no call. */
export const hasSession = (request: NextRequest): boolean =>
  request.cookies.getAll().some(({ name }) => name.startsWith('sb-') && !name.endsWith('-code-verifier'));

/**
 * Creates a client with the session of a request on first use. It writes changed cookies to the request too, for the
 * page.
 */
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
 * Refreshes the session of a request if it is due, so that no later code has to. Most requests cost nothing.
 *
 * @returns the cookies for the browser
 */
export async function refreshSession(request: NextRequest): Promise<Cookies> {
  if (!hasSession(request) || !(await isSessionDue(request.cookies.getAll()))) return [];
  const { client, cookies } = openSession(request);
  // The code that uses the session handles failures.
  await client().auth.getSession();
  return cookies;
}

/** Identifies the sender of a request with at most one call, after refreshing the session if it is due. */
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
