import { answerClubRequest, namedSubscriptions } from '@/lib/club/route';
import { openPortal } from '@/lib/club/stripe';
import { env } from '@/lib/core/env';

/** Opens Stripe's customer portal (card, receipts): returns `{ url }`. */
export function POST(request: Request) {
  return answerClubRequest(request, 'gestion_fallida', async (me, _locale, body) => {
    const [reference] = await namedSubscriptions(me, body);
    const url = reference && (await openPortal(reference, `${env().SITE_URL}/profile/club`));
    return url ? { url } : 'sin_membresia';
  });
}
