import 'server-only';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { requestId } from '@/lib/core/request/context';
import { requestIdHeader } from '@/lib/core/request/id';

const isUpload = (path: string, method = 'GET') =>
  method !== 'GET' && path.includes('/object/') && !/\/object\/(?:upload\/)?(?:sign|info)\//.test(path);

function timeoutFor({ pathname }: URL, { method }: RequestInit): number {
  if (pathname.startsWith('/auth/')) return deadlines.auth;
  if (pathname.startsWith('/rest/')) return deadlines.rest;
  return isUpload(pathname, method) ? deadlines.upload : deadlines.files;
}

/** Adds the request id to calls, so that Supabase's logs can be joined with the shop's. */
function withRequestId(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const id = requestId();
    if (!id) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(requestIdHeader, id);
    return send(input, { ...init, headers });
  };
}

/** Calls Supabase for people; each service has a deadline. */
export const callSupabase = withRequestId(fetchWithin(timeoutFor));

/** Calls Supabase for jobs and provider events, with a longer deadline. */
export const callForJobs = withRequestId(fetchWithin(deadlines.jobs));

/** Options of every client: no automatic retry, because somebody waits. */
export const noRetry = { retry: false } as const;
