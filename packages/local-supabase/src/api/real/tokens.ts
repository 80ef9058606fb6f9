import { createECDH, createHash } from 'node:crypto';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { signToken } from '../auth/tokens.ts';

type Role = 'anon' | 'service_role';

const kid = 'local-asymmetric';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Derives an asymmetric key from the secret, so that sessions outlive a restart. */
function deriveKey(secret: string) {
  const curve = createECDH('prime256v1');
  const d = createHash('sha256').update(secret).digest();
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) };
  return { jwk, d: base64(d) };
}

/**
 * Tokens of a project with asymmetric keys, as new hosted projects have: Auth signs with ES256; the other services,
 * which have only the shared secret here, get the same claims signed with it.
 */
export function createTokens(secret: string) {
  const { jwk, d } = deriveKey(secret);
  const year = 365 * 86_400;
  const roleToken = (role: Role) => {
    const iat = Math.floor(Date.now() / 1000);
    return signToken({ iss: 'supabase', role, iat, exp: iat + year }, secret);
  };

  return {
    roleToken,
    /** `GOTRUE_JWT_KEYS`: signs with the asymmetric key, and accepts the shared one. */
    authKeys: JSON.stringify([
      { ...jwk, d, kid, alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'] },
      { kty: 'oct', k: base64(Buffer.from(secret)), kid: 'shared', alg: 'HS256', key_ops: ['verify'] },
    ]),
    /** A token of Auth, signed with the shared secret. Any other text stays as it is. */
    async asShared(token: string): Promise<string> {
      try {
        if (decodeProtectedHeader(token).alg !== 'ES256') return token;
        const { payload } = await compactVerify(token, await importJWK(jwk, 'ES256'));
        return signToken(JSON.parse(Buffer.from(payload).toString()), secret);
      } catch {
        return token;
      }
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
