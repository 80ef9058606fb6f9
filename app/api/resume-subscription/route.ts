import { getTranslations } from 'next-intl/server';
import { refreshSubscription } from '@/lib/club/refresh';
import { answerClubRequest, namedSubscriptions } from '@/lib/club/route';
import { setCancelAtPeriodEnd } from '@/lib/club/stripe';

/** Revokes a cancellation before the membership ends: returns `{ message, hasta }`. */
export function POST(request: Request) {
  return answerClubRequest(request, 'gestion_fallida', async (me, locale, body) => {
    const [reference] = await namedSubscriptions(me, body);
    if (!reference) return 'sin_membresia';
    await setCancelAtPeriodEnd(reference, false);
    const now = await refreshSubscription(reference);
    return { message: (await getTranslations({ locale, namespace: 'club' }))('resumed'), hasta: now?.until ?? null };
  });
}
