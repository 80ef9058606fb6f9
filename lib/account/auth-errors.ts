/**
 * The message for an error of the auth service, as a key of `auth.errors` (docs/behaviour/account.md, "Login"). It
 * looks at both the code and the text of the error, because the hosted and the embedded service send different ones.
 */
export function authErrorKey({ code = '', message = '', name }: { code?: string; message?: string; name?: string }) {
  // No answer, or a failure of the service.
  if (name === 'AuthRetryableFetchError') return 'unavailable';
  const says = (pattern: RegExp) => pattern.test(`${code} ${message}`);
  if (says(/anonymous sign-?ins|anonymous_provider/i)) return 'anonymous';
  if (says(/insufficient_aal|aal2 session/i)) return 'secondStep';
  if (says(/email[ _]not[ _]confirmed/i)) return 'notConfirmed';
  if (says(/already[ _](been )?registered|user_already_exists|email_exists/i)) return 'alreadyRegistered';
  if (says(/at least \d+ characters|weak_password/i)) return 'passwordShort';
  if (says(/requires a valid password|password.*(missing|required)/i)) return 'passwordMissing';
  if (says(/invalid (login )?credentials|invalid email or password|invalid_credentials/i)) return 'invalidCredentials';
  if (says(/over_email_send_rate_limit|only request this after/i)) return 'waitAMinute';
  return 'unexpected';
}
