import { after } from 'next/server';
import { finishSocialSignIn, loginAfter } from '@/lib/account/sign-in/social-sign-in';
import { refuseHead } from '@/lib/core/http/refuse-head';
import { seeOther } from '@/lib/core/http/see-other';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { sendPendingMails } from '@/lib/mail/server';

/**
 * OAuth callback. Unlike a mail link it needs no confirmation: the code only works with the cookie of the browser that
 * started the flow.
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  if ((await takeAttempt('social', clientAddress(request.headers))) > 0) {
    return seeOther(loginAfter('tooMany', searchParams.get('next')));
  }
  const path = await finishSocialSignIn(searchParams);
  after(sendPendingMails);
  // An empty fragment, because browsers would otherwise keep that of Auth (`#error=…`).
  return seeOther(path.includes('#') ? path : `${path}#`);
}

// It would use up the code.
export const HEAD = refuseHead;
