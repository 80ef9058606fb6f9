import { NextResponse } from 'next/server';
import { z } from 'zod';
import { env } from '@/lib/env';
import { safeNext } from '@/lib/gates/routes';
import { createRequestClient } from '@/lib/supabase/server';

const query = z.object({
  token_hash: z.string().min(8).max(200),
  type: z.enum(['signup', 'recovery', 'email_change', 'email']),
});

/** Where the links of account mails lead: proves the address, signs the person in, and goes on. */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const parsed = query.safeParse(Object.fromEntries(searchParams));
  const to = (path: string) => NextResponse.redirect(new URL(path, env().SITE_URL), 303);
  if (!parsed.success) return to('/login?error=linkInvalid');
  const client = await createRequestClient();
  const { error } = await client.auth.verifyOtp(parsed.data);
  if (error) return to('/login?error=linkInvalid');
  return to(parsed.data.type === 'recovery' ? '/reset-password' : safeNext(searchParams.get('next')));
}
