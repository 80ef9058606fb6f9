import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { refuse } from './auth/refuse.ts';
import { readToken, tokenOf } from './auth/tokens.ts';

const services = ['auth', 'rest', 'storage'] as const;
type Service = (typeof services)[number];

const fault = z.object({
  /** The affected service; `tokens` is the part of Auth that starts and refreshes sessions. */
  on: z.enum([...services, 'tokens']),
  kind: z.enum(['limited', 'slow', 'hanging', 'refused', 'unavailable', 'broken']),
  /** Restricts the fault to calls whose address contains this text. */
  containing: z.string().default(''),
  /** The delay in milliseconds. */
  ms: z.number().default(1_000),
});
export type Fault = z.input<typeof fault>;

/** Active faults of one person, or of everybody. */
const order = z.object({ person: z.string().default('everybody'), faults: z.array(fault) });

type Call = { person: string | null; call: string };

const controls = '/__faults';
const kept = 20_000;

const serviceOf = (path: string): Service | null =>
  services.find((service) => path.startsWith(`/${service}/v1/`)) ?? null;

function subjectOf(token: string): string | null {
  try {
    return readToken(token).sub;
  } catch {
    return null;
  }
}

type Serve = (request: Request) => Promise<Response>;

/**
 * Faults of the API that tests inject, and a record of its calls. Both are at
 * `/__faults` of the API's loopback address: GET returns the calls, POST sets the active faults, for everybody and per
 * person.
 *
 * @param personOf the owner of a refresh token, because a refresh does not identify the person
 */
export function createFaults(personOf: (refreshToken: string) => Promise<string | null>) {
  const faults = new Map<string, Array<z.output<typeof fault>>>();
  const calls: Call[] = [];

  async function callerOf(request: Request): Promise<string | null> {
    const subject = subjectOf(tokenOf(request));
    if (subject || !request.url.includes('grant_type=refresh_token')) return subject;
    const { refresh_token } = (await request.clone().json()) as { refresh_token?: string };
    return personOf(refresh_token ?? '');
  }

  async function control(request: Request): Promise<Response> {
    if (request.method === 'POST') {
      const ordered = order.parse(await request.json());
      faults.set(ordered.person, ordered.faults);
    }
    return Response.json(calls);
  }

  async function applyFault({ kind, ms }: z.output<typeof fault>, answer: () => Promise<Response>): Promise<Response> {
    if (kind === 'limited') return refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
    if (kind === 'broken') return refuse(500, 'unexpected_failure', 'Internal error');
    if (kind === 'unavailable') return refuse(503, 'unavailable', 'Service unavailable');
    if (kind === 'slow') await delay(ms);
    // Never answered; the caller closes the connection, or the API at its stop.
    if (kind === 'hanging') await new Promise(() => {});
    return answer();
  }

  return {
    /**
     * Answers a call with the active faults.
     *
     * @param drop closes the connection without an answer, like a server that is down
     */
    async answer(request: Request, serve: Serve, drop: () => void): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      if (pathname === controls) return control(request);
      const service = serviceOf(pathname);
      if (!service) return serve(request);
      const person = await callerOf(request);
      calls.push({ person, call: `${request.method} ${pathname}` });
      if (calls.length > kept) calls.shift();
      const inForce = [...(faults.get(person ?? '') ?? []), ...(faults.get('everybody') ?? [])];
      const found = inForce.find(
        ({ on, containing }) =>
          (on === service || (on === 'tokens' && pathname === '/auth/v1/token')) &&
          (pathname + search).includes(containing),
      );
      if (!found) return serve(request);
      if (found.kind === 'refused') {
        drop();
        return new Promise(() => {});
      }
      return applyFault(found, () => serve(request));
    },
  };
}
