import { NextResponse } from 'next/server';
import { z } from 'zod';
import { configuredProviders } from '@/lib/account/social';
import { socialProviders } from '@/lib/account/social-providers';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { safeNext } from '@/lib/gates/routes';

const noStore = { headers: { 'cache-control': 'private, no-store' }, status: 303 };

/**
 * Leads to a service to sign in there. What the browser needs to come back with is left in a cookie that scripts cannot
 * read, so that only this browser can finish (PKCE).
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const { SITE_URL } = env();
  const provider = z.enum(socialProviders).safeParse(searchParams.get('provider'));
  if (!provider.success || !(await configuredProviders()).includes(provider.data)) {
    return NextResponse.redirect(new URL('/login?error=social', SITE_URL), noStore);
  }
  if ((await takeAttempt('social', clientAddress(request.headers))) > 0) return new Response(null, { status: 429 });
  const client = await createRequestClient();
  const redirectTo = `${SITE_URL}/auth/callback?next=${encodeURIComponent(safeNext(searchParams.get('next')))}`;
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider.data,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  return NextResponse.redirect(error ? new URL('/login?error=social', SITE_URL) : data.url, noStore);
}
