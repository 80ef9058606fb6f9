import 'server-only';
import { ServiceUnavailable } from '@/lib/core/unavailable';

/** Wraps a route handler so that an outage (unknown session, failed service) is answered with 503 `sin_servicio`. */
export function orOutage<Args extends unknown[]>(
  handler: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (problem) {
      if (!(problem instanceof ServiceUnavailable)) throw problem;
      const headers = { 'retry-after': '5', 'cache-control': 'private, no-store' };
      return Response.json({ error: 'sin_servicio' }, { status: 503, headers });
    }
  };
}
