import { getTranslations } from 'next-intl/server';
import { refreshSubscription } from '@/lib/club/refresh';
import { answerClubRequest, namedSubscriptions } from '@/lib/club/route';
import { endAfterPaidPeriod } from '@/lib/club/stripe';

/**
 * Cancels the person's subscriptions at the end of the paid period (docs/club.md, "Ending"): returns `{ message, hasta
 * }`.
 */
export function POST(request: Request) {
  return answerClubRequest(request, 'cancelacion_fallida', async (me, locale, body) => {
    const references = await namedSubscriptions(me, body);
    if (references.length === 0) return 'sin_suscripcion';
    const ends: Date[] = [];
    for (const reference of references) {
      await endAfterPaidPeriod(reference);
      const now = await refreshSubscription(reference);
      if (now) ends.push(now.state === 'terminada' ? new Date() : now.until);
    }
    return { message: (await getTranslations({ locale, namespace: 'club' }))('cancelled'), hasta: ends[0] ?? null };
  });
}
