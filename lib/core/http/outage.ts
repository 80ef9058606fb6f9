import 'server-only';
import { ServiceUnavailable } from '@/lib/core/unavailable';

/**
 * A route handler that answers 503 with `sin_servicio` where it cannot be known who asks, or a call found no service.
 *
 * @param handler what it does otherwise
 */
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
