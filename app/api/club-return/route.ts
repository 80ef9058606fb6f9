import { getMe } from '@/lib/account/server';
import { refreshSubscription } from '@/lib/club/refresh';
import { messageOf } from '@/lib/core/action/rpc';
import { seeOther } from '@/lib/core/http/see-other';
import { log } from '@/lib/core/log';
import { idOf } from '@/lib/payments/stripe/id-of';
import { sessionId } from '@/lib/payments/stripe/session-id';
import { findSession } from '@/lib/payments/stripe/sessions';

const onItsWay = '/profile/club?pago=en-camino';

/**
 * Return address of Stripe's page for new members. Starts the membership if its webhook has not arrived yet; if Stripe
 * cannot say more now, the page says that the payment is on its way.
 */
export async function GET(request: Request) {
  const id = sessionId.safeParse(new URL(request.url).searchParams.get('session_id')).data;
  try {
    const me = await getMe();
    const session = me && id ? await findSession(id) : null;
    const own = session?.metadata?.club_user_id === me?.id ? session : null;
    const subscription = idOf(own?.subscription);
    if (subscription) await refreshSubscription(subscription);
    else if (own?.status === 'complete') return seeOther(onItsWay);
  } catch (error) {
    // The webhook or the ten-minute job will start the membership. The person has paid, so this is not an error page.
    log.error({ session: id, error: messageOf(error) }, 'a new member waits');
    return seeOther(onItsWay);
  }
  return seeOther('/profile/club');
}
