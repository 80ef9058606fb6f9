import { getTranslations } from 'next-intl/server';
import { dropYearly, offerYearly, takeYearly } from '@/lib/club/plan-change';
import { answerClubRequest, namedSubscriptions } from '@/lib/club/route';
import { clubPlanBody } from '@/lib/club/schema';
import { parseInput } from '@/lib/core/action/form';

/**
 * Changes a membership from monthly to yearly (docs/club.md, "Changing the plan"): `{ plan }` answers an offer, `{ offer }`
 * accepts it, `{ drop }` gives up a change that waits for its payment. `{ url }` is Stripe's page to pay.
 */
export function POST(request: Request) {
  return answerClubRequest(request, 'gestion_fallida', async (me, locale, body) => {
    const input = parseInput(clubPlanBody, body);
    if (!input.ok) return 'datos_no_validos';
    if ('plan' in input.value) return offerYearly(me.id);
    const t = await getTranslations({ locale, namespace: 'club' });
    if ('drop' in input.value) {
      await dropYearly(await namedSubscriptions(me, {}));
      return { message: t('change.dropped') };
    }
    return (await takeYearly(me.id, input.value.offer)) ?? { message: t('change.done') };
  });
}
