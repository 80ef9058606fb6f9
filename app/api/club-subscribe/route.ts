import { getTranslations } from 'next-intl/server';
import { parseInput } from '@/lib/action/form';
import { answerClubRequest } from '@/lib/club/route';
import { clubSubscribeBody } from '@/lib/club/schema';
import { countSubscriptions, findOwnSubscription } from '@/lib/club/server';
import { createClubSession } from '@/lib/club/stripe';
import { env } from '@/lib/env';
import { isClosed } from '@/lib/status/switches';
import { createRequestClient } from '@/lib/supabase/server';

const attemptMilliseconds = 10 * 60 * 1000;

/** Begins a membership (SPEC §7): answers `{ sessionUrl }`, Stripe's page. The session decides who joins. */
export function POST(request: Request) {
  return answerClubRequest(request, 'fallo', async (me, locale, body) => {
    if (me.role !== 'admin' && (await isClosed())) return 'mantenimiento';
    if (me.reputation === 'deshabilitado') return 'cuenta_deshabilitada';
    const input = parseInput(clubSubscribeBody, body);
    if (!input.ok) return 'datos_no_validos';
    if (me.club || (await findOwnSubscription(me.id))) return 'ya_del_club';
    const { data } = await (await createRequestClient()).auth.getUser();
    const session = await createClubSession({
      userId: me.id,
      email: data.user?.email,
      plan: input.value.plan,
      locale,
      name: (await getTranslations({ locale, namespace: 'club' }))(`product.${input.value.plan}`),
      siteUrl: env().SITE_URL,
      attempt: `${await countSubscriptions(me.id)}:${Math.floor(Date.now() / attemptMilliseconds)}`,
    });
    return session.url ? { sessionUrl: session.url } : 'ya_del_club';
  });
}
