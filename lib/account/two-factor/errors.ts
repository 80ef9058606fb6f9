import { isOutage } from '@/lib/core/unavailable';
import type { MfaError } from './types';

/** The message of each second factor code. `failed` is used for kinds that the shop does not offer. */
export const sentences: Readonly<Record<string, MfaError>> = {
  mfa_verification_failed: 'codeWrong',
  mfa_verification_rejected: 'tooManyCodes',
  // Challenge and verification are one step here, so both errors mean: try again.
  mfa_challenge_expired: 'codeWrong',
  mfa_ip_address_mismatch: 'failed',
  mfa_factor_not_found: 'gone',
  mfa_factor_name_conflict: 'nameTaken',
  too_many_enrolled_mfa_factors: 'tooManyApps',
  insufficient_aal: 'stepMissing',
  mfa_totp_enroll_not_enabled: 'off',
  mfa_totp_verify_not_enabled: 'off',
  over_request_rate_limit: 'tooMany',
  session_not_found: 'notSignedIn',
  session_expired: 'notSignedIn',
  user_not_found: 'notSignedIn',
  bad_jwt: 'notSignedIn',
  no_authorization: 'notSignedIn',
  mfa_verified_factor_exists: 'failed',
  mfa_phone_enroll_not_enabled: 'failed',
  mfa_phone_verify_not_enabled: 'failed',
  mfa_webauthn_enroll_not_enabled: 'failed',
  mfa_webauthn_verify_not_enabled: 'failed',
  webauthn_challenge_expired: 'failed',
  mfa_recovery_codes_enroll_not_enabled: 'failed',
  mfa_recovery_codes_verify_not_enabled: 'failed',
  mfa_recovery_codes_locked: 'failed',
  mfa_recovery_codes_sole_factor: 'failed',
};

/** The message key in `twoFactor.errors` for an Auth error. A missing session has an error name, but no code. */
export function mfaErrorKey({ code, name, status }: { code?: string; name?: string; status?: number }): MfaError {
  if (name === 'AuthSessionMissingError') return 'notSignedIn';
  if (status === 429) return 'tooMany';
  if (status !== undefined && isOutage(status)) return 'unavailable';
  return sentences[code ?? ''] ?? 'failed';
}
