import { openClubPage } from '@/lib/club/page';
import { answerClubRequest } from '@/lib/club/route';
import { clubSubscribeBody } from '@/lib/club/schema';
import { parseInput } from '@/lib/core/action/form';
import { isClosed } from '@/lib/status/switches';

/**
 * Starts a membership (docs/club.md, "Joining"): returns `{ sessionUrl }`, Stripe's page. The session identifies the
 * member.
 */
export function POST(request: Request) {
  return answerClubRequest(request, 'fallo', async (me, locale, body) => {
    if (me.role !== 'admin' && (await isClosed())) return 'mantenimiento';
    const input = parseInput(clubSubscribeBody, body);
    if (!input.ok) return 'datos_no_validos';
    const opened = await openClubPage(me.id, input.value.plan, locale);
    return typeof opened === 'string' ? opened : { sessionUrl: opened.href };
  });
}
