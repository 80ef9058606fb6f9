import { cookies } from 'next/headers';
import { z } from 'zod';
import { answerPerson, personRoute } from '@/lib/account/person-route';
import { getMe } from '@/lib/account/server';
import { fail } from '@/lib/core/action/result';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { readLimited } from '@/lib/core/http/body';
import { orOutage } from '@/lib/core/http/outage';
import { seeOther } from '@/lib/core/http/see-other';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { type NoticeName, noticeCookie, noticeOptions } from '@/lib/gates/notice';
import { listThanked } from '@/lib/questions/server';
import { thank } from '@/lib/questions/thank';
import { questionsPath } from '@/lib/questions/types';

/** The questions about a product for whose answers the signed-in person has thanked: `?producto=<id>`. */
export const GET = personRoute({
  query: z.object({ producto: z.uuid() }),
  run: async ({ query }) => ({ thanked: await listThanked(query.producto) }),
});

const form = z.object({
  pregunta: z.uuid(),
  slug: z.string().regex(/^[a-z0-9-]{1,80}$/),
  pagina: z.coerce.number().int().min(1).max(999).default(1),
});

/** Notices for the page; another refusal is `thanksFailed`. */
const notices: Record<string, NoticeName> = { es_suyo: 'thanksOwn', demasiados_intentos: 'thanksTooMany' };

function refuseInOutage(problem: unknown) {
  if (!(problem instanceof ServiceUnavailable)) throw problem;
  return fail('unavailable');
}

/**
 * The button below an answer without scripts: thanks or withdraws the thanks, and returns to the page, with a notice if
 * refused.
 */
export const POST = orOutage(async (request: Request): Promise<Response> => {
  if (!isOwnOrigin(request)) return answerPerson({ error: 'sin_permiso' }, 403);
  const body = await readLimited(request, 2_000);
  const sent = form.safeParse(Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body ?? undefined))));
  if (!sent.success) return answerPerson({ error: 'datos_no_validos' }, 422);
  const { pregunta, slug, pagina } = sent.data;
  const page = questionsPath(slug, pagina);
  if (!(await getMe())) return seeOther(`/login?next=${encodeURIComponent(page)}`);
  const thanked = await thank(pregunta, null).catch(refuseInOutage);
  if (thanked.ok) makeStale({ now: [tags.questions(thanked.value.slug)] });
  else (await cookies()).set(noticeCookie, notices[thanked.error] ?? 'thanksFailed', noticeOptions);
  return seeOther(`${page}#${pregunta}`);
});
