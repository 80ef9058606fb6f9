import type { Context } from '../context.ts';
import type { Part } from './multipart.ts';
import type { Reply } from './reply.ts';

export type Area = 'stripe' | 'paypal' | 'sim' | 'page';

export type Request = {
  context: Context;
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The body as text. */
  text: string;
  /** The parts of a multipart body; null for any other. */
  parts: Part[] | null;
};

type Handler = (request: Request) => Reply | Promise<Reply>;
export type Route = { area: Area; method: string; pattern: string; handler: Handler };

function compile(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
}

/** Finds the route of a path. Patterns consist of literal segments and `:names`. */
export function createRouter(routes: Route[]) {
  const compiled = routes.map((route) => ({ route, expression: compile(route.pattern) }));
  return (method: string, path: string): { route: Route; params: Record<string, string> } | undefined => {
    for (const { route, expression } of compiled) {
      if (route.method !== method) continue;
      const match = expression.exec(path);
      if (match) {
        const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
        return { route, params: Object.fromEntries(params) };
      }
    }
    return undefined;
  };
}

export function areaOf(path: string): Area {
  if (path.startsWith('/_sim')) return 'sim';
  if (/^\/v2\/|^\/v1\/(customer|oauth2|notifications|payments)\b/.test(path)) return 'paypal';
  return path.startsWith('/v1/') ? 'stripe' : 'page';
}
