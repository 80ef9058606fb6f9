import { getTranslations } from 'next-intl/server';
import { refreshSubscription } from '@/lib/club/refresh';
import { answerClubRequest, namedSubscription } from '@/lib/club/route';
import { setCancelAtPeriodEnd } from '@/lib/club/stripe';

/** Lets the person's own membership end with what was paid (SPEC §7): answers `{ message, hasta }`. */
export function POST(request: Request) {
  return answerClubRequest(request, 'cancelacion_fallida', async (me, locale, body) => {
    const reference = await namedSubscription(me, body);
    if (!reference) return 'sin_suscripcion';
    await setCancelAtPeriodEnd(reference, true);
    const now = await refreshSubscription(reference);
    return { message: (await getTranslations({ locale, namespace: 'club' }))('cancelled'), hasta: now?.until ?? null };
  });
}
