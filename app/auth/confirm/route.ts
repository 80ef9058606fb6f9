import { NextResponse } from 'next/server';
import { confirmLink, confirmPath } from '@/lib/account/confirm-link';
import { openRecovery } from '@/lib/account/recovery';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { safeNext } from '@/lib/gates/routes';

const to = (path: string) => NextResponse.redirect(new URL(path, env().SITE_URL), 303);

/**
 * The target of links in account mails. Opening one does nothing yet, because mail scanners open links too, and a link
 * sent by a stranger would sign the browser in to that stranger's account. The page asks first.
 */
export function GET(request: Request) {
  return to(confirmPath(new URL(request.url).searchParams));
}

/** Confirms the address, signs the person in, and redirects. Only the shop's own form may call it. */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  if ((await takeAttempt('confirm', clientAddress(request.headers))) > 0) return new Response(null, { status: 429 });
  const form = await request.formData();
  const parsed = confirmLink.safeParse(Object.fromEntries(form));
  if (!parsed.success) return to('/confirm');
  const client = await createRequestClient();
  const { error } = await client.auth.verifyOtp(parsed.data);
  if (error) return to('/confirm');
  if (parsed.data.type !== 'recovery') return to(safeNext(String(form.get('next') ?? '/')));
  await openRecovery();
  return to('/reset-password');
}
