import { createHmac, timingSafeEqual } from 'node:crypto';

export type Claims = { sub: string; session_id: string; aal?: string; [name: string]: unknown };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The access token of a request, or an empty text. */
export const tokenOf = (request: Request): string =>
  (request.headers.get('authorization') ?? '').slice('Bearer '.length);

/** The claims of an access token that the embedded API has accepted. */
export const readToken = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const header = encode({ alg: 'HS256', typ: 'JWT' });
const sign = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest('base64url');

/** Signs an access token as the embedded API does (HS256). */
export function signToken(claims: Record<string, unknown>, secret: string): string {
  const content = `${header}.${encode(claims)}`;
  return `${content}.${sign(content, secret)}`;
}

/** The claims of a valid token with this signature; null for any other text. */
export function verifyToken(token: string, secret: string): Claims | null {
  const [beginning = '', payload = '', signature = '', ...more] = token.split('.');
  const expected = Buffer.from(sign(`${beginning}.${payload}`, secret));
  const given = Buffer.from(signature);
  const isSigned = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (beginning !== header || !isSigned) return null;
  const claims = readToken(token);
  const now = Date.now() / 1000;
  return Number(claims.exp) > now && Number(claims.iat ?? 0) <= now ? claims : null;
}
