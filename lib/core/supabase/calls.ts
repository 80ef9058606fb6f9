import 'server-only';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';

const isUpload = (path: string, method = 'GET') =>
  method !== 'GET' && path.includes('/object/') && !/\/object\/(?:upload\/)?(?:sign|info)\//.test(path);

function patienceFor({ pathname }: URL, { method }: RequestInit): number {
  if (pathname.startsWith('/auth/')) return deadlines.auth;
  if (pathname.startsWith('/rest/')) return deadlines.rest;
  return isUpload(pathname, method) ? deadlines.upload : deadlines.files;
}

/** How the shop calls Supabase for people: each of its services has a deadline. */
export const callSupabase = fetchWithin(patienceFor);

/** How jobs and the answers of providers call it, which may take longer. */
export const callForJobs = fetchWithin(deadlines.jobs);

/** The options of every client: a call that got no answer is not tried again by itself, as somebody waits for it. */
export const noRetry = { retry: false } as const;
