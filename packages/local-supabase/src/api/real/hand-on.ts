import type { Tokens } from './tokens.ts';

export type Keys = { publishable: string; secret: string; jwt: string };

const hopByHop = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect'];
/** `fetch` has decoded the body, so these headers no longer apply. */
const undone = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];
const withoutBody = [101, 204, 205, 304];

const bearerOf = (headers: Headers) => headers.get('authorization')?.replace(/^Bearer /i, '');

/** The refusal of the hosted gateway. */
export const invalidKey = () => Response.json({ message: 'Invalid API key' }, { status: 401 });

/** Checks the key of a request: only the gateway has the keys, the services do not. */
export const hasKey = (headers: Headers, keys: Keys) =>
  [keys.publishable, keys.secret].includes(headers.get('apikey') ?? '');

/** Replaces a key by the token of its role, as the hosted gateway does. A person's token stays. */
export function withRoleToken(headers: Headers, keys: Keys, tokens: Tokens): void {
  const [bearer, apikey] = [bearerOf(headers), headers.get('apikey')];
  const key = !bearer || bearer === keys.publishable || bearer === keys.secret ? (bearer ?? apikey) : undefined;
  if (!key) return;
  const role = key === keys.secret || apikey === keys.secret ? 'service_role' : 'anon';
  headers.set('authorization', `Bearer ${tokens.roleToken(role)}`);
}

/** Replaces a token of Auth by the same one, signed with the shared secret. */
export async function withSharedToken(headers: Headers, tokens: Tokens): Promise<void> {
  const bearer = bearerOf(headers);
  if (bearer) headers.set('authorization', `Bearer ${await tokens.asShared(bearer)}`);
}

/** Forwards a request to a service and returns its response; 503 without the service, like the hosted gateway. */
export async function handOn(url: string, request: Request, headers: Headers): Promise<Response> {
  for (const name of hopByHop) headers.delete(name);
  const { method, body } = request;
  const sent = body ? { body, duplex: 'half' } : {};
  let answer: Response;
  try {
    answer = await fetch(url, { method, headers, redirect: 'manual', ...sent } as RequestInit);
  } catch (error) {
    console.error(`${new URL(url).pathname}: ${(error as Error).message}`);
    return Response.json({ message: 'name resolution failed' }, { status: 503 });
  }
  const passed = new Headers(answer.headers);
  for (const name of undone) passed.delete(name);
  const isEmpty = withoutBody.includes(answer.status) || method === 'HEAD';
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: passed });
}
