import 'server-only';
import { problem, Refusal } from './problem';

/** The method by which a request is served. Next.js sends the answer of a GET to a HEAD without its body. */
export const methodOf = ({ method }: Request): string => (method === 'HEAD' ? 'GET' : method);

type Handler = (request: Request) => Response | Promise<Response>;

/** Answers `OPTIONS`, and refuses every other method that a path of the API does not have. */
export function answerMethod(request: Request, methods: readonly string[], { head = true } = {}): Response {
  const allow = [...methods, ...(head && methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return problem(new Refusal('method_not_allowed'), { allow });
}

/**
 * A route of the API that has some methods only; it is exported under every method. With `head: false` it refuses
 * `HEAD` as well, because its `GET` changes something.
 */
export const onlyMethods =
  (handlers: Record<string, Handler>, { head = true } = {}): Handler =>
  (request) => {
    const handler = handlers[head ? methodOf(request) : request.method];
    return handler ? handler(request) : answerMethod(request, Object.keys(handlers), { head });
  };
