import { getMe } from '@/lib/account/server';
import { refreshSubscription } from '@/lib/club/refresh';
import { env } from '@/lib/core/env';
import { requestLog } from '@/lib/core/log';
import { sessionId } from '@/lib/payments/stripe/session-id';
import { findSession } from '@/lib/payments/stripe/sessions';

/** Where Stripe sends a new member back to: the membership begins here when its webhook has not come yet. */
export async function GET(request: Request) {
  const id = sessionId.safeParse(new URL(request.url).searchParams.get('session_id')).data;
  const me = await getMe();
  try {
    const session = me && id ? await findSession(id) : null;
    const subscription = session?.metadata?.club_user_id === me?.id ? session?.subscription : null;
    if (subscription) await refreshSubscription(typeof subscription === 'string' ? subscription : subscription.id);
  } catch (error) {
    // The webhook or the ten-minute job will do it: the person has paid and shall not see an error page.
    requestLog(request.headers).error({ session: id, error: (error as Error).message }, 'a new member waits');
  }
  return Response.redirect(`${env().SITE_URL}/profile/club`, 303);
}
