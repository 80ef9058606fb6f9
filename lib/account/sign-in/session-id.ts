import 'server-only';
import { textFromBase64 } from '@/lib/core/http/base64url';
import type { RequestClient } from '@/lib/core/supabase/server';

/** Account and session of the access token in the cookies, which is not verified here; empty without one. */
export async function sessionOf(client: RequestClient): Promise<string> {
  const token = (await client.auth.getSession()).data.session?.access_token;
  if (!token) return '';
  const { sub, session_id } = JSON.parse(textFromBase64(token.split('.')[1] ?? ''));
  return `${sub} ${session_id}`;
}
