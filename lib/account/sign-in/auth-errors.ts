/** A message of `auth.errors`. */
type OwnKey =
  | 'alreadyRegistered'
  | 'anonymous'
  | 'banned'
  | 'invalidCredentials'
  | 'linkInvalid'
  | 'mailUnavailable'
  | 'notConfirmed'
  | 'passwordBytes'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordWeak'
  | 'resetFailed'
  | 'samePassword'
  | 'secondStep'
  | 'signUpClosed'
  | 'unavailable'
  | 'unexpected'
  | 'waitAMinute';

/** The same, or a message of `problems`. */
export type AuthErrorKey = OwnKey | 'notSignedIn' | 'tooMany';

/**
 * The message of each Auth code that can occur here. `unexpected` stands for faults of the shop or its settings: the
 * log has the code, and a visitor can only retry. `two-factor/errors.ts` has the codes of the second factor.
 */
export const sentences: Readonly<Record<string, AuthErrorKey>> = {
  anonymous_provider_disabled: 'anonymous',
  email_address_invalid: 'anonymous',
  validation_failed: 'anonymous',
  invalid_credentials: 'invalidCredentials',
  email_not_confirmed: 'notConfirmed',
  user_already_exists: 'alreadyRegistered',
  email_exists: 'alreadyRegistered',
  user_banned: 'banned',
  weak_password: 'passwordWeak',
  same_password: 'samePassword',
  insufficient_aal: 'secondStep',

  over_request_rate_limit: 'tooMany',
  over_email_send_rate_limit: 'waitAMinute',
  over_sms_send_rate_limit: 'tooMany',

  signup_disabled: 'signUpClosed',
  email_provider_disabled: 'signUpClosed',
  email_address_not_authorized: 'mailUnavailable',

  otp_expired: 'linkInvalid',
  otp_disabled: 'linkInvalid',
  flow_state_expired: 'linkInvalid',
  flow_state_not_found: 'linkInvalid',
  bad_code_verifier: 'linkInvalid',
  invite_not_found: 'linkInvalid',
  flow_state_already_used: 'linkInvalid',
  // For a session that no recovery link opened.
  current_password_required: 'linkInvalid',
  current_password_invalid: 'invalidCredentials',

  bad_jwt: 'notSignedIn',
  no_authorization: 'notSignedIn',
  session_expired: 'notSignedIn',
  session_not_found: 'notSignedIn',
  refresh_token_not_found: 'notSignedIn',
  refresh_token_already_used: 'notSignedIn',
  user_not_found: 'notSignedIn',

  // Faults of the service or its settings.
  unexpected_failure: 'unexpected',
  request_timeout: 'unexpected',
  bad_json: 'unexpected',
  conflict: 'unexpected',
  hook_timeout: 'unexpected',
  hook_timeout_after_retry: 'unexpected',
  hook_payload_over_size_limit: 'unexpected',
  hook_payload_invalid_content_type: 'unexpected',
  captcha_failed: 'unexpected',
  request_entity_too_large: 'unexpected',
  feature_disabled: 'unexpected',
  unknown: 'unexpected',
  reauth_nonce_missing: 'unexpected',
  reauthentication_needed: 'unexpected',
  reauthentication_not_valid: 'unexpected',
  provider_disabled: 'unexpected',
  unexpected_audience: 'unexpected',
  not_admin: 'unexpected',
  // Sign-in methods that the shop does not offer.
  phone_exists: 'unexpected',
  phone_not_confirmed: 'unexpected',
  phone_provider_disabled: 'unexpected',
  sms_send_failed: 'unexpected',
  bad_oauth_state: 'unexpected',
  bad_oauth_callback: 'unexpected',
  oauth_provider_not_supported: 'unexpected',
  provider_email_needs_verification: 'unexpected',
  identity_already_exists: 'unexpected',
  identity_not_found: 'unexpected',
  single_identity_not_deletable: 'unexpected',
  email_conflict_identity_not_deletable: 'unexpected',
  manual_linking_disabled: 'unexpected',
  saml_provider_disabled: 'unexpected',
  saml_relay_state_not_found: 'unexpected',
  saml_relay_state_expired: 'unexpected',
  saml_idp_not_found: 'unexpected',
  saml_idp_already_exists: 'unexpected',
  saml_assertion_no_user_id: 'unexpected',
  saml_assertion_no_email: 'unexpected',
  saml_metadata_fetch_failed: 'unexpected',
  saml_entity_id_mismatch: 'unexpected',
  sso_provider_not_found: 'unexpected',
  sso_domain_already_exists: 'unexpected',
  user_sso_managed: 'unexpected',
  sso_provider_disabled: 'unexpected',
  email_address_not_provided: 'unexpected',
  custom_provider_not_found: 'unexpected',
  over_custom_provider_quota: 'unexpected',
  oauth_invalid_state: 'unexpected',
  oauth_authorization_not_found: 'unexpected',
  oauth_client_not_found: 'unexpected',
  oauth_client_state_expired: 'unexpected',
  oauth_client_state_not_found: 'unexpected',
  oauth_consent_not_found: 'unexpected',
  oauth_dynamic_client_registration_disabled: 'unexpected',
  passkey_disabled: 'unexpected',
  too_many_passkeys: 'unexpected',
  webauthn_challenge_not_found: 'unexpected',
  webauthn_credential_exists: 'unexpected',
  webauthn_credential_not_found: 'unexpected',
  webauthn_verification_failed: 'unexpected',
  web3_provider_disabled: 'unexpected',
  web3_unsupported_chain: 'unexpected',
};

/** Texts of errors without a code, or with a less specific one. */
const words: ReadonlyArray<readonly [RegExp, AuthErrorKey]> = [
  [/anonymous sign-?ins/i, 'anonymous'],
  [/aal2 session/i, 'secondStep'],
  [/email not confirmed/i, 'notConfirmed'],
  [/already (been )?registered/i, 'alreadyRegistered'],
  [/at least \d+ characters/i, 'passwordShort'],
  [/password cannot be longer/i, 'passwordBytes'],
  [/requires a valid password|password.*(missing|required)/i, 'passwordMissing'],
  [/invalid login credentials|invalid email or password/i, 'invalidCredentials'],
  [/only request this after/i, 'waitAMinute'],
];

/**
 * The message key in `auth.errors` for an Auth error (docs/behaviour/account.md, "Login"), by text and code, because
 * hosted and embedded services differ.
 */
export function authErrorKey(error: { code?: string; message?: string; name?: string }): AuthErrorKey {
  const { code = '', message = '', name } = error;
  // No answer, or a failure of the service.
  if (name === 'AuthRetryableFetchError') return 'unavailable';
  return words.find(([pattern]) => pattern.test(message))?.[1] ?? sentences[code] ?? 'unexpected';
}

/** True if Auth sent the address a mail less than a minute ago. Auth reveals this for known addresses only. */
export const isMailTooSoon = ({ message = '' }: { message?: string }): boolean =>
  /only request this after/i.test(message);

/**
 * True if Auth refuses because of earlier mails. It does so only for addresses with an account, so the response must be
 * the usual one.
 */
export const revealsKnownAddress = (error: { code?: string | undefined; message?: string }): boolean =>
  error.code === 'over_email_send_rate_limit' || isMailTooSoon(error) || /email rate limit/i.test(error.message ?? '');

/** Errors that Auth reports before it looks up the address of a registration. */
const ofEveryAddress: ReadonlySet<AuthErrorKey> = new Set<AuthErrorKey>([
  'alreadyRegistered',
  'anonymous',
  'passwordBytes',
  'passwordMissing',
  'passwordShort',
  'passwordWeak',
  'signUpClosed',
  'tooMany',
]);

/** True if the message reveals nothing about the address of a registration. */
export const isToldOfAll = (key: AuthErrorKey): boolean => ofEveryAddress.has(key);
