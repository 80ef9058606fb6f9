import 'server-only';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { requestId } from '@/lib/core/request/context';
import { requestIdHeader } from '@/lib/core/request/id';

const isUpload = (path: string, method = 'GET') =>
  method !== 'GET' && path.includes('/object/') && !/\/object\/(?:upload\/)?(?:sign|info)\//.test(path);

function patienceFor({ pathname }: URL, { method }: RequestInit): number {
  if (pathname.startsWith('/auth/')) return deadlines.auth;
  if (pathname.startsWith('/rest/')) return deadlines.rest;
  return isUpload(pathname, method) ? deadlines.upload : deadlines.files;
}

/** Tells Supabase which request a call is for, so that its logs can be read beside the shop's. */
function naming(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const id = requestId();
    if (!id) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(requestIdHeader, id);
    return send(input, { ...init, headers });
  };
}

/** How the shop calls Supabase for people: each of its services has a deadline. */
export const callSupabase = naming(fetchWithin(patienceFor));

/** How jobs and the answers of providers call it, which may take longer. */
export const callForJobs = naming(fetchWithin(deadlines.jobs));

/** The options of every client: a call that got no answer is not tried again by itself, as somebody waits for it. */
export const noRetry = { retry: false } as const;
