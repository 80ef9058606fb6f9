import 'server-only';
import { createServerClient, type GetAllCookies, type SetAllCookies } from '@supabase/ssr';
import { env } from '@/lib/core/env';
import { deadlines, firstOf } from '@/lib/core/http/deadlines';
import { callSupabase, noRetry } from './calls';
import type { Database } from './database.types';
import { forwardVisitor } from './forward-visitor';
import { answerUnknown, refreshOnce, unknownRefresh } from './refresh';

/** Options of session cookies: HttpOnly, and Secure if the shop uses https. */
function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: env().SITE_URL.startsWith('https://') } as const;
}

type Options = {
  /** The visitor's address for the limits of Auth; null if unknown. */
  address?: string | null;
  /**
   * True if an expired session may be refreshed. Only where the new cookies reach the browser: the old token does not
   * work again.
   */
  refreshes?: boolean;
  /** Aborts every call of this client. */
  signal?: AbortSignal;
};

const isRefresh = (url: URL) =>
  url.pathname.endsWith('/auth/v1/token') && url.searchParams.get('grant_type') === 'refresh_token';

const tokenOf = (body: unknown): string => (JSON.parse(String(body)) as { refresh_token?: string }).refresh_token ?? '';

/** A Supabase client with a visitor's session cookies; RLS applies. */
export function createSessionClient(
  cookies: { getAll: GetAllCookies; setAll: SetAllCookies },
  { address = null, refreshes = false, signal }: Options = {},
) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  let isSessionUnknown = false;

  const send = forwardVisitor(address, callSupabase);
  const call: typeof fetch = (input, init = {}) =>
    send(input, signal ? { ...init, signal: firstOf(init.signal, signal) } : init);

  const refresh: typeof fetch = async (input, init) => {
    const ask = () => refreshOnce(tokenOf(init?.body), () => call(input, init), deadlines.identity);
    const response = refreshes ? await ask() : answerUnknown();
    isSessionUnknown = response.status === answerUnknown().status;
    return response;
  };

  return createServerClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll: cookies.getAll,
      // The client drops a session that it could not refresh. In the browser, only a refusal of Auth ends it.
      setAll: (changed, headers) => {
        const forgets = changed.every(({ value }) => value === '');
        return isSessionUnknown && forgets ? undefined : cookies.setAll(changed, headers);
      },
    },
    cookieOptions: cookieOptions(),
    db: noRetry,
    global: {
      fetch: (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        return isRefresh(url) ? refresh(input, init) : call(input, init);
      },
    },
  });
}

/** True if a refresh failed without a refusal of Auth. */
export const isUnknownRefresh = (error: { code?: string | undefined } | null): boolean =>
  error?.code === unknownRefresh;

export type SupabaseClient = ReturnType<typeof createSessionClient>;
