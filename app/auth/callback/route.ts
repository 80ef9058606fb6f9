import { NextResponse } from 'next/server';
import { finishSocialSignIn } from '@/lib/account/social-sign-in';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';

/**
 * Where Auth sends a browser back to from another service. Unlike the link of a mail it needs no press of a button: the
 * code works only together with the cookie of the browser that began.
 */
export async function GET(request: Request) {
  if ((await takeAttempt('social', clientAddress(request.headers))) > 0) return new Response(null, { status: 429 });
  const to = await finishSocialSignIn(new URL(request.url).searchParams);
  return NextResponse.redirect(new URL(to, env().SITE_URL), {
    headers: { 'cache-control': 'private, no-store' },
    status: 303,
  });
}
