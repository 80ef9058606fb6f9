import { createHmac } from 'node:crypto';

export type Claims = { sub: string; session_id: string; aal?: string; [name: string]: unknown };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of an access token that the embedded API has already accepted. */
export const readToken = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Signs an access token as the embedded API does (HS256). */
export function signToken(claims: Claims, secret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
