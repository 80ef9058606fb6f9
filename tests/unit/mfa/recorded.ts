/**
 * Responses of the hosted auth service in its own format: `internal/api/mfa.go`, `apierrors/errorcode.go` and
 * `openapi.yaml` of supabase/auth. Errors have the format of API version 2024-01-01, which the client requests.
 */
const user = '5c9f7c1e-1c0a-4f9f-9c39-7b7a3f0c1a11';
export const factorId = '2b306a77-21dc-4110-ba71-537cb56b9e98';
export const challengeId = 'd5f9d7a4-58a2-4d9c-9a0b-3b2a6d4f1c77';
const sessionId = '0d6d1c58-53f4-4c5e-8c2e-9e7d2b6a4f10';

export const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/UnStore:ana@gmail.com?algorithm=SHA1&digits=6&issuer=UnStore&period=30&secret=${secret}`;

export const enrolled = {
  id: factorId,
  type: 'totp',
  friendly_name: 'Mi móvil',
  totp: {
    qr_code: '<?xml version="1.0"?>\n<svg width="3" height="3"><script>alert(1)</script></svg>',
    secret,
    uri,
  },
};

export const challenged = { id: challengeId, type: 'totp', expires_at: 1_795_312_800 };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token of the hosted service; its signature is not checked here. */
export const tokenOf = (aal: 'aal1' | 'aal2') =>
  `${encode({ alg: 'ES256', typ: 'JWT', kid: 'a' })}.${encode({
    iss: 'https://project.supabase.co/auth/v1',
    sub: user,
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 3600,
    iat: Math.floor(Date.now() / 1000),
    email: 'ana@gmail.com',
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    role: 'authenticated',
    aal,
    amr:
      aal === 'aal2'
        ? [
            { method: 'totp', timestamp: 1 },
            { method: 'password', timestamp: 0 },
          ]
        : [{ method: 'password', timestamp: 0 }],
    session_id: sessionId,
    is_anonymous: false,
  })}.c2ln`;

const factor = (status: 'verified' | 'unverified', id = factorId, friendly_name = 'Mi móvil') => ({
  id,
  created_at: '2026-11-20T21:24:19.123456Z',
  updated_at: '2026-11-20T21:25:01.654321Z',
  status,
  friendly_name,
  factor_type: 'totp',
  last_challenged_at: '2026-11-20T21:25:00.000000Z',
});

export const leftoverId = 'a3f4c2de-0000-4000-8000-000000000001';

export const userWith = (...statuses: Array<'verified' | 'unverified'>) => ({
  id: user,
  aud: 'authenticated',
  role: 'authenticated',
  email: 'ana@gmail.com',
  email_confirmed_at: '2026-11-01T10:00:00Z',
  phone: '',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: {},
  identities: [],
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-20T21:25:01Z',
  is_anonymous: false,
  // The service leaves the list out when it is empty.
  ...(statuses.length > 0
    ? { factors: statuses.map((status) => factor(status, status === 'verified' ? factorId : leftoverId, status)) }
    : {}),
});

export const verified = () => ({
  access_token: tokenOf('aal2'),
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  refresh_token: 'wVx3pTn8yQ2k',
  user: userWith('verified'),
});

/** Every refusal that the paths of the factors know, as status, code and text. */
export const refusals = [
  [422, 'mfa_verification_failed', 'Invalid TOTP code entered', 'codeWrong'],
  [403, 'mfa_verification_rejected', 'Further MFA verification attempts will be rejected.', 'tooManyCodes'],
  [
    422,
    'mfa_challenge_expired',
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    'codeWrong',
  ],
  [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.', 'failed'],
  [404, 'mfa_factor_not_found', 'Factor not found', 'gone'],
  [
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name "Mi móvil" for this user already exists',
    'nameTaken',
  ],
  [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
    'tooManyApps',
  ],
  [403, 'insufficient_aal', 'AAL2 required to enroll a new factor', 'stepMissing'],
  [422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP', 'off'],
  [422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP', 'off'],
  [429, 'over_request_rate_limit', 'Request rate limit reached', 'tooMany'],
  [403, 'session_not_found', 'Session from session_id claim in JWT does not exist', 'notSignedIn'],
  [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature', 'notSignedIn'],
  [500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information', 'failed'],
] as const;
