import { getTranslations } from 'next-intl/server';
import { dropPlan, offerPlan, takePlan } from '@/lib/club/plan-change';
import { answerClubRequest, namedSubscriptions } from '@/lib/club/route';
import { clubPlanBody } from '@/lib/club/schema';
import { parseInput } from '@/lib/core/action/form';

/**
 * Changes the plan of a membership (docs/club.md, "Changing the plan"): `{ plan }` returns an offer, `{ offer }`
 * accepts it, `{ drop }` drops a pending change. `{ url }` is Stripe's page to pay.
 */
export function POST(request: Request) {
  return answerClubRequest(request, 'gestion_fallida', async (me, locale, body) => {
    const input = parseInput(clubPlanBody, body);
    if (!input.ok) return 'datos_no_validos';
    if ('plan' in input.value) return offerPlan(me.id, input.value.plan, locale);
    const t = await getTranslations({ locale, namespace: 'club.change' });
    if ('drop' in input.value) {
      const plan = await dropPlan(await namedSubscriptions(me, {}));
      return plan ? { message: t(`${plan}.kept`) } : 'sin_membresia';
    }
    const taken = await takePlan(me.id, input.value.offer, locale);
    return typeof taken === 'string' || 'url' in taken ? taken : { message: t(`${taken.plan}.done`) };
  });
}
