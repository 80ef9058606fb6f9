import { after } from 'next/server';
import { authErrorKey } from '@/lib/account/sign-in/auth-errors';
import {
  confirmLink,
  confirmPath,
  halfChangedPath,
  isConfirmProblem,
  newPasswordPath,
  readLink,
} from '@/lib/account/sign-in/confirm-link';
import { rememberDevice } from '@/lib/account/sign-in/device';
import { openRecovery } from '@/lib/account/sign-in/recovery';
import { endRegistration, recognizePassword, recognizeRegistration } from '@/lib/account/sign-in/registration';
import { pathWithName } from '@/lib/account/sign-in/social-sign-in';
import { hasPassword } from '@/lib/account/two-factor/server';
import { readLimited } from '@/lib/core/http/body';
import { seeOther } from '@/lib/core/http/see-other';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';

/**
 * Target of links in account mails. A GET does nothing, because mail scanners open links, too, and an attacker's link
 * would sign the browser in to the attacker's account. The page asks for confirmation.
 */
export function GET(request: Request) {
  return seeOther(confirmPath(readLink(new URL(request.url).searchParams)));
}

/**
 * Confirms the address, signs the person in, and redirects: to the original destination if this browser registered the
 * account or the person enters its password, otherwise to a new password. Accepts only the shop's own form. A
 * rate-limited request, or one during an outage, gets the question again with the same link.
 */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  const form = new URLSearchParams(new TextDecoder().decode((await readLimited(request, 4_000)) ?? undefined));
  const parsed = confirmLink.safeParse(Object.fromEntries(form));
  if (!parsed.success) return seeOther('/confirm');
  const { next, ...link } = parsed.data;
  const askAgain = (problem: string) => seeOther(confirmPath({ ...parsed.data, problem }));
  const showExpired = () => seeOther(confirmPath({ next }));
  if ((await takeAttempt('confirm', clientAddress(request.headers))) > 0) return askAgain('tooMany');
  const { token_hash, type } = link;
  const confirms = type === 'signup' || type === 'email';
  const isOwn = confirms && (await recognizeRegistration(token_hash));
  if (confirms && !isOwn && !form.has('choose')) {
    const proof = await recognizePassword(token_hash, form.get('password') ?? '');
    if (proof === 'expired') return showExpired();
    if (proof !== 'known') return askAgain(proof);
  }
  const client = await createRequestClient();
  const { data, error } = await client.auth.verifyOtp(link);
  if (error) {
    const key = authErrorKey(error);
    return isConfirmProblem(key) ? askAgain(key) : showExpired();
  }
  // This was the first of two links, one to each address.
  if (type === 'email_change' && !data.session) return seeOther(halfChangedPath);
  await rememberDevice();
  after(sendPendingMails);
  if (isOwn) await endRegistration();
  const keepsPassword = confirms ? isOwn || !form.has('choose') : type === 'email_change';
  // The person is signed in: if the name cannot be requested now, the next login requests it.
  const path = await pathWithName(next).catch(() => next);
  if (keepsPassword || (type === 'magiclink' && (await hasPassword()))) return seeOther(path);
  await openRecovery();
  return seeOther(newPasswordPath(path, confirms));
}
