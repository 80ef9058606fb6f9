import { z } from 'zod';
import { configuredProviders } from '@/lib/account/sign-in/configured-providers';
import { socialProviders } from '@/lib/account/sign-in/social-providers';
import { loginAfter } from '@/lib/account/sign-in/social-sign-in';
import { env } from '@/lib/core/env';
import { seeOther } from '@/lib/core/http/see-other';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { safeNext } from '@/lib/gates/routes';

/**
 * Redirects to another service's sign-in. The PKCE verifier is stored in an HttpOnly cookie, so that only this browser
 * can finish.
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get('next'));
  const provider = z.enum(socialProviders).safeParse(searchParams.get('provider'));
  if (!provider.success || !(await configuredProviders()).includes(provider.data)) {
    return seeOther(loginAfter('social', next));
  }
  if ((await takeAttempt('social', clientAddress(request.headers))) > 0) return seeOther(loginAfter('tooMany', next));
  const client = await createRequestClient();
  const redirectTo = `${env().SITE_URL}/auth/callback?next=${encodeURIComponent(next)}`;
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider.data,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  return seeOther(error ? loginAfter('social', next) : data.url);
}
