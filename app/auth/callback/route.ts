import { finishSocialSignIn, loginAfter } from '@/lib/account/sign-in/social-sign-in';
import { seeOther } from '@/lib/core/http/see-other';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';

/**
 * Where Auth sends a browser back to from another service. Unlike the link of a mail it needs no press of a button: the
 * code works only together with the cookie of the browser that began.
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  if ((await takeAttempt('social', clientAddress(request.headers))) > 0) {
    return seeOther(loginAfter('tooMany', searchParams.get('next')));
  }
  return seeOther(await finishSocialSignIn(searchParams));
}
