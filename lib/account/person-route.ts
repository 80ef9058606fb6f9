import 'server-only';
import type { z } from 'zod';
import { parseInput } from '@/lib/core/action/form';
import { readJson } from '@/lib/core/http/body';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import type { LimitKind } from '@/lib/core/limits/table';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { getMe } from './server';
import type { Me } from './types';

/** A JSON response for one person, which no cache may store. */
export const answerPerson = (data: object, status = 200): Response =>
  Response.json(data, { status, headers: { 'cache-control': 'private, no-store' } });

const refuse = (status: number, error: string) => answerPerson({ error }, status);

type Spec<Query extends z.ZodType, Body extends z.ZodType> = {
  /** True if only the shop's own pages may call it; required for routes that change something. */
  own?: boolean;
  limit?: LimitKind;
  /** Schema of the query. */
  query?: Query;
  /** Schema of the JSON body. */
  body?: Body;
  /** Returns an object for JSON, or a response. */
  run: (asked: { me: Me; query: z.output<Query>; body: z.output<Body> }) => Promise<object>;
};

/**
 * A route that answers the signed-in person with JSON. Others get a status and `{ error }`: 403 `sin_permiso` from
 * other origins, 401 `sin_sesion` without a session, 422 `datos_no_validos` for invalid input, 429
 * `demasiados_intentos` with `Retry-After`, 503 `sin_servicio` in an outage. The query is parsed before the attempt is
 * counted, the body afterwards, because it costs more.
 */
export function personRoute<Query extends z.ZodType = z.ZodUndefined, Body extends z.ZodType = z.ZodUndefined>(
  spec: Spec<Query, Body>,
) {
  return orOutage(async (request: Request): Promise<Response> => {
    if (spec.own && !isOwnOrigin(request)) return refuse(403, 'sin_permiso');
    const me = await getMe();
    if (!me) return refuse(401, 'sin_sesion');
    const query = spec.query?.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (query && !query.success) return refuse(422, 'datos_no_validos');
    const wait = spec.limit ? await takeAttempt(spec.limit, me.id) : 0;
    if (wait > 0) return tooManyAttempts(wait);
    const body = spec.body && parseInput(spec.body, await readJson(request));
    if (body && !body.ok) return refuse(422, 'datos_no_validos');
    const answer = await spec.run({
      me,
      query: query?.data as z.output<Query>,
      body: body?.value as z.output<Body>,
    });
    return answer instanceof Response ? answer : answerPerson(answer);
  });
}
