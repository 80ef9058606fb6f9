import './prepare.ts';
import shop from 'open-next-worker';
import { requestContext } from '../../lib/core/request/context.ts';
import { newRequestId, requestIdHeader } from '../../lib/core/request/id.ts';
import { pageHeaders } from '../../lib/core/security/page-headers.mjs';
import { askCompanion, needsNode } from './companion.ts';
import { lend } from './edge.ts';

export { DOQueueHandler, DOShardedTagCache } from 'open-next-worker';

lend({ pageHeaders });

type Variables = { NODE_COMPANION_URL?: string };

const policyHeader = 'content-security-policy';

/** A static page that was rendered just now gets its headers, and no cache keeps it; the stored ones have theirs. */
async function withHeaders(response: Response): Promise<Response> {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') && response.body;
  if (!isPage || response.headers.has(policyHeader)) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(await pageHeaders(html, { isShared: false }))) headers.set(name, value);
  return new Response(html, { status: response.status, headers });
}

/**
 * The only address in `x-forwarded-for` is the one that Cloudflare has seen, and the id of the request is the worker's own,
 * whatever a visitor claims.
 */
function withFacts(request: Request, id: string): Request {
  const told = new Request(request);
  told.headers.set(requestIdHeader, id);
  const address = request.headers.get('cf-connecting-ip');
  if (address) told.headers.set('x-forwarded-for', address);
  else told.headers.delete('x-forwarded-for');
  return told;
}

/** Without a companion a picture is shown as it is stored. */
function originalOf(request: Request): Request | null {
  const address = new URL(request.url);
  const path = address.searchParams.get('url') ?? '';
  return /^\/(?:media\/|[\w-]+\.webp$)/.test(path) ? new Request(new URL(path, address), request) : null;
}

async function answer(request: Request, env: Variables, context: object): Promise<Response> {
  const { pathname } = new URL(request.url);
  // A connection to Redis would be shared between requests; this host has stores of its own.
  const bindings = { ...env, REDIS_URL: undefined };
  if (!needsNode(pathname)) return withHeaders(await shop.fetch(request, bindings, context));
  if (env.NODE_COMPANION_URL) return askCompanion(request, env.NODE_COMPANION_URL);
  const original = pathname === '/_next/image' ? originalOf(request) : null;
  return original ? shop.fetch(original, bindings, context) : Response.json({ error: 'sin_servicio' }, { status: 503 });
}

export default {
  async fetch(asked: Request, env: Variables, context: object): Promise<Response> {
    const id = newRequestId();
    const given = await requestContext.run({ id }, () => answer(withFacts(asked, id), env, context));
    const response = new Response(given.body, given);
    response.headers.set(requestIdHeader, id);
    return response;
  },
};
